import type { Role } from '@vlabs/contract/http/endpoint';
import type { RefusalCode } from '@vlabs/contract/http/refusal-codes';
import type { FastifyError } from 'fastify';
import type { ZodError } from 'zod';
import { DatabaseUnavailable, isLockTimeout } from './postgres/database-unavailable.ts';

/** An error that the caller may see. Other errors are logged and sent as a plain 500. */
export class PublicError extends Error {
  override name = 'PublicError';
  readonly status: number;
  readonly code: RefusalCode;
  /** A message for each invalid input field. */
  readonly fields: Record<string, string> | undefined;

  constructor(status: number, code: RefusalCode, message: string, fields?: Record<string, string>) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** A refusal that ends after a number of seconds, sent as Retry-After. */
export class TooMany extends PublicError {
  override name = 'TooMany';
  readonly retryAfterSeconds: number;

  constructor(code: RefusalCode, message: string, retryAfterSeconds: number) {
    super(429, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Refuses for a number of seconds; the message states whole minutes, rounded up. */
export function tooManyUntil(code: RefusalCode, seconds: number, say: (wait: string) => string) {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return new TooMany(code, say(wait), minutes * 60);
}

/** A dependency is unavailable; retry after a number of seconds, sent as Retry-After. */
export class Unavailable extends PublicError {
  override name = 'Unavailable';
  readonly retryAfterSeconds: number;

  constructor(code: RefusalCode, message: string, retryAfterSeconds: number) {
    super(503, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Temporarily refused, with data that the caller needs to try again. */
export class UnavailableWithData extends Unavailable {
  override name = 'UnavailableWithData';
  readonly data: unknown;

  constructor(
    code: RefusalCode,
    message: string,
    { retryAfterSeconds, data }: { retryAfterSeconds: number; data: unknown },
  ) {
    super(code, message, retryAfterSeconds);
    this.data = data;
  }
}

/** This server has no capacity for the call at the moment. */
export class Busy extends Unavailable {
  override name = 'Busy';

  constructor(retryAfterSeconds: number) {
    super('busy', 'The server is very busy. Try again in a few seconds.', retryAfterSeconds);
  }
}

/** The value of Retry-After; null if waiting does not help. */
export function retryAfterOf(refusal: PublicError): number | null {
  const isForAWhile = refusal instanceof TooMany || refusal instanceof Unavailable;
  return isForAWhile ? refusal.retryAfterSeconds : null;
}

/** A refusal with data that the caller needs to continue. */
export class RefusalWithData extends PublicError {
  override name = 'RefusalWithData';
  readonly data: unknown;

  constructor(code: RefusalCode, message: string, data: unknown, status = 409) {
    super(status, code, message);
    this.data = data;
  }
}

/** What a refusal tells besides its message; undefined for most. */
export function dataOf(refusal: PublicError): unknown {
  const hasData = refusal instanceof RefusalWithData || refusal instanceof UnavailableWithData;
  return hasData ? refusal.data : undefined;
}

export const unauthorised = () =>
  new PublicError(401, 'unauthorised', 'Your session has ended. Sign in again.');
export const notSignedIn = () => new PublicError(401, 'unauthorised', 'Sign in first.');
export const forbidden = (message = 'Your account may not do this.') =>
  new PublicError(403, 'forbidden', message);

/** Refuses roles that are not listed. Guests are told what to do if students have access. */
export function requireRole(role: Role, access: readonly Role[]): void {
  if (access.includes(role)) return;
  throw role === 'guest' && access.includes('student') ? refuseGuest() : forbidden();
}

const refuseGuest = () =>
  new PublicError(
    403,
    'guest',
    'You are a guest: your roll number is on no student list yet. Ask your teacher to confirm you.',
  );

export const requestTooSlow = () =>
  new PublicError(
    408,
    'request_too_slow',
    'The request took too long to arrive. Check your connection and try again.',
  );

export const notFound = (what: string) =>
  new PublicError(404, 'not_found', `${what} was not found.`);
/** Two people mark the same work; the second has not seen what the first saved. */
export const markedMeanwhile = () =>
  conflict(
    'marked_meanwhile',
    'Somebody else changed these marks meanwhile. Compare them with yours, then save again.',
  );

export const conflict = (code: RefusalCode, message: string, fields?: Record<string, string>) =>
  new PublicError(409, code, message, fields);

/** Limits the reply to a request with thousands of errors. */
const MAX_FIELDS = 200;

const databaseUnavailable = () =>
  new Unavailable(
    'not_ready',
    'The server can’t reach its database right now. Try again in a few seconds.',
    3,
  );

const beingChanged = () =>
  new Unavailable(
    'busy',
    'Somebody else is changing this right now. Try again in a few seconds.',
    3,
  );

/** The first message becomes the main message; each field keeps its own. */
export function invalid(error: ZodError): PublicError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MAX_FIELDS)) {
    if (issue.path.length === 0) continue;
    fields[issue.path.join('.')] ??= issue.message;
  }
  const [issue] = error.issues;
  // An issue without a path means that the body is not an object.
  const message =
    issue && issue.path.length > 0 ? issue.message : 'Send the request as a JSON object.';
  return new PublicError(400, 'invalid', message, fields);
}

/** Errors of Fastify, with messages for people. */
const refusals: Record<string, { code: RefusalCode; message: string }> = {
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 'invalid_json',
    message: 'The request is not valid JSON. Correct it and send it again.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Send the request as JSON, with the header Content-Type: application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'too_large',
    message: 'The request is too large. Send less at once.',
  },
  FST_ERR_BAD_URL: {
    code: 'invalid_address',
    message: 'The address of the request is malformed. Check it for stray % signs.',
  },
};

/** The public form of any error; null for an internal error. */
export function toPublicError(error: unknown): PublicError | null {
  if (error instanceof PublicError) return error;
  if (error instanceof DatabaseUnavailable) return databaseUnavailable();
  if (isLockTimeout(error)) return beingChanged();
  if (!isRefusal(error)) return null;
  const refusal = refusals[error.code] ?? {
    code: 'refused',
    message: 'The request is invalid. Check it and send it again.',
  };
  return new PublicError(error.statusCode, refusal.code, refusal.message);
}

function isRefusal(error: unknown): error is FastifyError & { statusCode: number } {
  if (!(error instanceof Error) || !('statusCode' in error)) return false;
  const { statusCode } = error;
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

/** The name of the violated constraint; null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('constraint' in error)) return null;
  return typeof error.constraint === 'string' ? error.constraint : null;
}
