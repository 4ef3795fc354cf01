import type { ZodError } from 'zod';

/** An error the caller may see. Anything else is logged and becomes a plain 500. */
export class PublicError extends Error {
  override name = 'PublicError';
  readonly status: number;
  readonly code: string;
  /** The message for each input field that was at fault. */
  readonly fields: Record<string, string> | undefined;

  constructor(status: number, code: string, message: string, fields?: Record<string, string>) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const unauthorised = () =>
  new PublicError(401, 'unauthorised', 'Your session has ended. Sign in again.');
export const forbidden = (message = 'Your account may not do this.') =>
  new PublicError(403, 'forbidden', message);
export const notFound = (what: string) =>
  new PublicError(404, 'not_found', `${what} was not found.`);
export const conflict = (code: string, message: string) => new PublicError(409, code, message);

/** The first message becomes the sentence; each field keeps its own. */
export function invalid(error: ZodError): PublicError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message;
  const message = error.issues[0]?.message ?? 'The request is not of the right form.';
  return new PublicError(400, 'invalid', message, fields);
}
