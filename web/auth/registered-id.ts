import { isRecord } from '../platform/records.ts';

/** Navigation state from the register page to the login page. */
export function handOverRegisteredId(registeredId: string): { registeredId: string } {
  return { registeredId };
}

/** The roll number that was just registered; empty if there is none. */
export function readRegisteredId(state: unknown): string {
  if (!isRecord(state)) return '';
  const { registeredId } = state;
  return typeof registeredId === 'string' ? registeredId : '';
}
