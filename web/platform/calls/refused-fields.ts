import { CallError } from './call.ts';

/** The messages of a refusal that name a field of the form. */
export function refusedFields(error: unknown): Record<string, string> {
  return error instanceof CallError ? error.fields : {};
}
