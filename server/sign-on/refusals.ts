import { PublicError, Unavailable, conflict } from '../platform/errors.ts';

/** The provider's reply was refused, or it sent none. The cause is for the log. */
export function signOnFailed(provider: string, message?: string, cause?: unknown): PublicError {
  const said = message ?? `The reply of ${provider} could not be accepted. Try again.`;
  return withCause(new PublicError(403, 'sign_on_failed', said), cause);
}

export function clocksDiffer(provider: string, cause: unknown): PublicError {
  const own = new Date().toISOString().slice(11, 19);
  const message = `The clocks of this server (${own} UTC) and of ${provider} differ too much. Tell the administrators.`;
  return signOnFailed(provider, message, cause);
}

export const unreachable = (provider: string, cause?: unknown): PublicError =>
  withCause(
    new Unavailable(
      'provider_unavailable',
      `${provider} can’t be reached right now. Try again in a minute, or sign in another way.`,
      60,
    ),
    cause,
  );

export const signOnExpired = () =>
  new PublicError(
    403,
    'sign_on_expired',
    'This sign-on has ended, was finished already, or began in another window. Sign in again.',
  );

export const contradicts = (provider: string) =>
  conflict(
    'sign_on_contradicts',
    `${provider} says that this account belongs to somebody else. Ask your administrators to check the link.`,
  );

/** Names no roll number: a directory has user names. The page of a signed-in person stays signed in. */
export function wrongCredentials(provider: string): PublicError {
  const message = `${provider} does not know this user name with this password.`;
  return new PublicError(400, 'wrong_password', message, { password: message });
}

export const credentialsNeeded = (provider: string) =>
  new PublicError(400, 'credentials_needed', `${provider} needs your user name and password.`);

export const notConfigured = () =>
  conflict('sign_on_not_configured', 'Sign-on needs the setting VLABS_PUBLIC_URL.');

function withCause<Failure extends Error>(failure: Failure, cause: unknown): Failure {
  if (cause !== undefined) failure.cause = cause;
  return failure;
}
