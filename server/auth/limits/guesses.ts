import type { Pool } from 'pg';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import {
  deleteLoginFailures,
  deleteOldLoginFailures,
  findThrottle,
  holdLoginOrigin,
  insertLoginFailure,
} from './login-failures.queries.ts';
import type { LoginLimiter } from './login-limiter.ts';
import { type LoginOrigin, tooManyLogins } from './login-throttle.ts';

/** Makes one guess at a secret, if there were not too many. Null for a wrong one, which is counted. */
export async function limitGuesses<Found>(
  { pool, limiter }: { pool: Pool; limiter: LoginLimiter },
  origin: LoginOrigin,
  guess: () => Promise<Found | null>,
): Promise<Found | null> {
  const failures = await refuseWhenThrottled(pool, origin);
  const found = await limiter.slow({ network: origin.network, failures }, async () => {
    const right = await guess();
    if (right === null) await noteFailure(pool, origin);
    return right;
  });
  if (found === null) return null;
  // Of many concurrent guesses, those beyond the limit get no result, even if correct.
  await refuseWhenThrottled(pool, origin);
  return found;
}

/** Once everything that was asked for is right. */
export const forgiveGuesses = (db: Database, origin: LoginOrigin) =>
  deleteLoginFailures(db, origin);

/** Returns the number of failures of the whole network. */
async function refuseWhenThrottled(db: Database, origin: LoginOrigin): Promise<number> {
  const throttle = await findThrottle(db, origin);
  const secondsLeft = throttle?.secondsLeft ?? null;
  if (secondsLeft !== null) throw tooManyLogins(secondsLeft);
  return throttle?.networkFailures ?? 0;
}

function noteFailure(pool: Pool, origin: LoginOrigin): Promise<void> {
  return inTransaction(pool, async (db) => {
    await holdLoginOrigin(db, origin);
    await refuseWhenThrottled(db, origin);
    await deleteOldLoginFailures(db);
    await insertLoginFailure(db, origin);
  });
}
