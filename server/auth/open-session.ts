import type { User } from '@vlabs/contract/auth/auth';
import { ROLE_ADMIN } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { hashToken, makeToken } from '../platform/access/sessions.ts';
import { recordActOf } from '../platform/audit/audit.ts';
import { PublicError } from '../platform/errors.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { upsertDevice } from './devices/devices.queries.ts';
import type { Person } from './people.queries.ts';
import {
  type NewSession,
  deleteExpiredSessions,
  deleteSessionsBeyond,
  insertSession,
} from './sessions.queries.ts';

/** Sessions per person; a new one ends the one that was unused the longest. */
const MAX_SESSIONS = 20;

/** The device that opens a session. */
export interface Device {
  address: string;
  browser: string;
}

type SignIn = Omit<NewSession, 'tokenHash' | 'personId'>;

export interface SignedIn {
  user: User;
  token: string;
}

/** Signs in a person whose identity was proved. Null if the password was changed or the account disabled since then. */
export async function signIn(pool: Pool, person: Person, proved: SignIn): Promise<SignedIn | null> {
  // The sign-in of an admin is audited in the same transaction.
  return person.role === ROLE_ADMIN
    ? inTransaction(pool, (db) => signInWithin(db, person, proved))
    : signInWithin(pool, person, proved);
}

/** The same within the caller's transaction. */
export async function signInWithin(
  db: Database,
  person: Person,
  proved: SignIn,
): Promise<SignedIn | null> {
  if (person.disabledAt) throw accountDisabled();
  const { id, name, email, role } = person;
  await deleteExpiredSessions(db, id);
  const token = await openSession(db, { ...proved, personId: id });
  if (token === null) return null;
  if (role === ROLE_ADMIN) {
    const { address, browser, method } = proved;
    const act = { action: 'sign-in' as const, details: { method } };
    await recordActOf(db, { by: id, address, browser }, act);
  }
  return { user: { id, name, email: email ?? '', role }, token };
}

/** Null if the password was changed or the account disabled since the verification. */
export async function openSession(
  db: Database,
  session: Omit<NewSession, 'tokenHash'>,
): Promise<string | null> {
  const token = makeToken();
  const opened = await insertSession(db, { ...session, tokenHash: hashToken(token) });
  await deleteSessionsBeyond(db, session.personId, MAX_SESSIONS);
  if (opened === 1 && session.limits.mailsNewDevices) await upsertDevice(db, session);
  return opened === 1 ? token : null;
}

const accountDisabled = () =>
  new PublicError(
    403,
    'account_disabled',
    'This account is disabled. Ask your teacher to enable it.',
  );
