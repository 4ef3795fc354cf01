import { isRecord } from '../platform/records.ts';

/** What the register page hands over to the login page. */
export function handOverRegisteredId(registeredId: string): { registeredId: string } {
  return { registeredId };
}

/** The roll number that was registered a moment ago; empty when none was. */
export function readRegisteredId(state: unknown): string {
  if (!isRecord(state)) return '';
  const { registeredId } = state;
  return typeof registeredId === 'string' ? registeredId : '';
}
