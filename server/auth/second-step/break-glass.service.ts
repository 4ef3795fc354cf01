import { randomBytes } from 'node:crypto';
import { formatKolkataMoment } from '@vlabs/contract/text/kolkata-words';
import type { Pool } from 'pg';
import type { SendMail } from '../../mail/mail.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { PublicError, notFound } from '../../platform/errors.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { deleteLoginFailuresEverywhere } from '../limits/login-failures.queries.ts';
import type { Device } from '../open-session.ts';
import { hashPassword } from '../passwords.ts';
import { deleteWaysIn, findPerson } from '../people.queries.ts';
import { listOtherAdmins, updateBreakGlass } from './demands.queries.ts';

const PASSWORD_BYTES = 16;
/** A campus has a handful. */
const MAX_MAILED = 100;

/**
 * Makes the person the one campus admin who needs no second step. The one that was exempt before no longer is.
 * Removes every other way into the account. Returns the password, which is not stored.
 */
export async function makeBreakGlass(pool: Pool, id: string): Promise<string> {
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const passwordHash = await hashPassword(password);
  await inTransaction(pool, async (db) => {
    const person = await findPerson(db, id);
    if (!person) throw notFound(`An account with the roll number ${id}`);
    await deleteWaysIn(db, person.id);
    await deleteLoginFailuresEverywhere(db, person.id);
    const updated = await updateBreakGlass(db, { personId: person.id, passwordHash });
    if (updated === 0) throw notCampusAdmin(person.id);
    await recordAct(db, { action: 'make-break-glass', personId: person.id });
  });
  return password;
}

/** For a person who lost phone and recovery codes. The password stays; mailed links and sessions end. */
export async function removeSecondStep(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const person = await findPerson(db, id);
    if (!person) throw notFound(`An account with the roll number ${id}`);
    await deleteWaysIn(db, person.id);
    await recordAct(db, { action: 'remove-second-step', personId: person.id });
  });
}

/** Tells the other campus admins that this account, which nobody uses day to day, was signed in to. */
export async function mailBreakGlass(
  db: Database,
  sendMail: SendMail,
  { personId, address, browser }: Device & { personId: string },
): Promise<void> {
  const others = await listOtherAdmins(db, personId);
  const text = [
    `Somebody signed in to V-labs with the break-glass account ${personId}, which needs no second step.`,
    `Time:    ${formatKolkataMoment(new Date())} (Indian Standard Time)\nAddress: ${address}\nBrowser: ${browser.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
    'If none of you did, disable the account on the server: npm run admin -- disable ROLL-NUMBER',
  ].join('\n\n');
  for (const { id, email } of others.slice(0, MAX_MAILED)) {
    const mail = { personId: id, address: email, kind: 'notice' as const };
    await sendMail(db, {
      ...mail,
      subject: 'Sign-in with the break-glass account of V-labs',
      text: `${text}\n`,
    });
  }
}

const notCampusAdmin = (id: string) =>
  new PublicError(400, 'invalid', `${id} is not a campus admin who can sign in.`);
