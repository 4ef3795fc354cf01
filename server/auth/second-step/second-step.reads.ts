import type { Database } from '../../platform/postgres/database.ts';
import { findState } from './authenticators.queries.ts';
import { listPasskeys } from './passkeys.queries.ts';

/** For removing a way to sign in: at least one remains. */
export { hasWayIn, lockPerson } from './passkeys.queries.ts';
export { onlyWayIn } from './only-way-in.ts';

/** What a person may know about their passkeys. */
export async function listOwnPasskeys(db: Database, personId: string) {
  const own = await listPasskeys(db, personId);
  return own.map(({ name, createdAt, lastUsedAt }) => ({ passkey: name, createdAt, lastUsedAt }));
}

/** Whether the person's password needs a code. */
export const hasAuthenticator = async (db: Database, personId: string): Promise<boolean> =>
  (await findState(db, personId)) !== null;
