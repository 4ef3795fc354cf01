import type { Pool } from 'pg';
import { PublicError } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import type { LoginLimiter } from './limits/login-limiter.ts';
import { type Entrance, requireOwnPassword } from './login.service.ts';
import { findPerson } from './people.queries.ts';
import { isFreshSession } from './sessions.queries.ts';

/**
 * Refuses a caller who does not prove who they are: a session alone may have been found open. The proof is the
 * password, or for people without one a sign-in of the last ten minutes.
 */
export async function requireSelf(
  { pool, limiter }: { pool: Pool; limiter: LoginLimiter },
  { id, sessionId }: Caller,
  { password, entrance }: { password: string | undefined; entrance: Entrance },
): Promise<void> {
  if (password !== undefined) {
    return requireOwnPassword({ pool, limiter }, { id, password, ...entrance });
  }
  const person = await findPerson(pool, id);
  if (typeof person?.passwordHash === 'string') {
    const message = 'Enter your password.';
    throw new PublicError(400, 'proof_needed', message, { currentPassword: message });
  }
  if (sessionId === null || !(await isFreshSession(pool, sessionId))) throw signInAgain();
}

const signInAgain = () =>
  new PublicError(
    403,
    'sign_in_again',
    'Sign out, sign in again, and do this within ten minutes, so that nobody else does it.',
  );
