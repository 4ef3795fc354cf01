import type { User } from '@vlabs/contract/auth/auth';
import { ROLE_ADMIN } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { hashToken, makeToken } from '../platform/access/sessions.ts';
import { recordActOf } from '../platform/audit/audit.ts';
import { PublicError } from '../platform/errors.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
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

/**
 * Signs in a person whose identity was proved. Null if the password was changed or the account disabled since then.
 * The sign-in of an admin is audited in the same transaction.
 */
export async function signIn(
  pool: Pool,
  person: Person,
  proved: SignIn,
): Promise<{ user: User; token: string } | null> {
  if (person.disabledAt) throw accountDisabled();
  await deleteExpiredSessions(pool, person.id);
  const { id, name, email, role } = person;
  const session = { ...proved, personId: id };
  const token = await (role === ROLE_ADMIN
    ? openAdminSession(pool, session)
    : openSession(pool, session));
  return token === null ? null : { user: { id, name, email: email ?? '', role }, token };
}

/** Null if the password was changed or the account disabled since the verification. */
export async function openSession(
  db: Database,
  session: Omit<NewSession, 'tokenHash'>,
): Promise<string | null> {
  const token = makeToken();
  const opened = await insertSession(db, { ...session, tokenHash: hashToken(token) });
  await deleteSessionsBeyond(db, session.personId, MAX_SESSIONS);
  return opened === 1 ? token : null;
}

function openAdminSession(
  pool: Pool,
  session: Omit<NewSession, 'tokenHash'>,
): Promise<string | null> {
  return inTransaction(pool, async (db) => {
    const token = await openSession(db, session);
    const { personId, address, browser, method } = session;
    if (token !== null) {
      const act = { action: 'sign-in' as const, details: { method } };
      await recordActOf(db, { by: personId, address, browser }, act);
    }
    return token;
  });
}

const accountDisabled = () =>
  new PublicError(
    403,
    'account_disabled',
    'This account is disabled. Ask your teacher to enable it.',
  );
