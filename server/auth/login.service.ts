import type { User } from '@vlabs/contract/auth';
import { ROLE_ADMIN } from '@vlabs/contract/endpoint';
import type { Pool } from 'pg';
import { networkOf } from '../platform/addresses.ts';
import { recordAct, recordActOf } from '../platform/audit.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { PublicError, unauthorised } from '../platform/errors.ts';
import { type Caller } from '../platform/serve.ts';
import { hashToken, makeToken } from '../platform/sessions.ts';
import {
  deleteLoginFailures,
  deleteOldLoginFailures,
  findThrottle,
  holdLoginOrigin,
  insertLoginFailure,
} from './login-failures.queries.ts';
import { type LoginOrigin, minutesLeft, tooManyLogins } from './login-throttle.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { findPerson, updatePassword } from './people.queries.ts';
import { deleteExpiredSessions, deleteSessions, insertSession } from './sessions.queries.ts';

/** Where a session is opened from. */
export interface Device {
  address: string;
  browser: string;
}

/** One text for an unknown roll number and a wrong password, so that neither tells the other. */
const wrongLogin = () =>
  new PublicError(401, 'wrong_login', 'The roll number or the password is wrong.');

export async function login(
  pool: Pool,
  attempt: { id: string; password: string } & Device,
): Promise<{ user: User; token: string }> {
  const { person, passwordHash } = await authenticate(pool, attempt, wrongLogin);
  if (person.disabledAt) {
    throw new PublicError(
      403,
      'account_disabled',
      'This account is disabled. Ask your teacher to enable it.',
    );
  }
  await deleteExpiredSessions(pool, person.id);
  const { id, name, email, role } = person;
  const { address, browser } = attempt;
  const session = { address, browser, personId: id, passwordHash };
  const token = await (role === ROLE_ADMIN
    ? openAdminSession(pool, session)
    : openSession(pool, session));
  if (token === null) throw wrongLogin();
  return { user: { id, name, email: email ?? '', role }, token };
}

/** Ends every session of the caller and gives a new token for this device. */
export async function changePassword(
  pool: Pool,
  caller: Caller,
  change: { currentPassword: string; newPassword: string } & Device,
): Promise<string> {
  const { currentPassword, newPassword, ...device } = change;
  const attempt = { id: caller.id, password: currentPassword, ...device };
  const { person } = await authenticate(pool, attempt, wrongCurrentPassword);
  const passwordHash = await hashPassword(newPassword);
  const token = await inTransaction(pool, async (db) => {
    await updatePassword(db, person.id, passwordHash);
    await deleteSessions(db, person.id);
    await recordAct(db, { action: 'change-password', personId: person.id });
    return openSession(db, { ...device, personId: person.id, passwordHash });
  });
  if (token === null) throw unauthorised();
  return token;
}

function wrongCurrentPassword(): PublicError {
  const message = 'The current password is wrong.';
  return new PublicError(400, 'wrong_password', message, { currentPassword: message });
}

/** Finds the person and verifies the password, as slowly for an unknown person as for a known. */
async function authenticate(
  pool: Pool,
  attempt: { id: string; password: string; address: string },
  wrong: () => PublicError,
) {
  const origin = { personId: attempt.id, network: networkOf(attempt.address) };
  await refuseWhenThrottled(pool, origin);
  const person = await findPerson(pool, attempt.id);
  const passwordHash = person?.passwordHash ?? null;
  const matches = await verifyPassword(passwordHash, attempt.password);
  if (!matches || !person || passwordHash === null) {
    await noteFailure(pool, origin);
    throw wrong();
  }
  // Of many guesses sent at once, those beyond the limit learn nothing, not even the right one.
  await refuseWhenThrottled(pool, origin);
  await deleteLoginFailures(pool, origin);
  return { person, passwordHash };
}

async function refuseWhenThrottled(db: Database, origin: LoginOrigin): Promise<void> {
  const throttle = await findThrottle(db, origin);
  const minutes = throttle && minutesLeft(throttle);
  if (minutes !== null) throw tooManyLogins(minutes);
}

function noteFailure(pool: Pool, origin: LoginOrigin): Promise<void> {
  return inTransaction(pool, async (db) => {
    await holdLoginOrigin(db, origin);
    await refuseWhenThrottled(db, origin);
    await deleteOldLoginFailures(db);
    await insertLoginFailure(db, origin);
  });
}

/** With a line in the audit log, or not at all. */
function openAdminSession(
  pool: Pool,
  session: { personId: string; passwordHash: string } & Device,
): Promise<string | null> {
  return inTransaction(pool, async (db) => {
    const token = await openSession(db, session);
    const { personId, address, browser } = session;
    if (token !== null) {
      await recordActOf(db, { by: personId, address, browser }, { action: 'sign-in' });
    }
    return token;
  });
}

/** Null when the password changed, or the account was disabled, since it was verified. */
async function openSession(
  db: Database,
  session: { personId: string; passwordHash: string } & Device,
): Promise<string | null> {
  const token = makeToken();
  const opened = await insertSession(db, { ...session, tokenHash: hashToken(token) });
  return opened === 1 ? token : null;
}
