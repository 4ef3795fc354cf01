import type { RegistrationCode } from '@vlabs/contract/students/student-accounts';
import type { Student } from '@vlabs/contract/students/students';
import type { Pool } from 'pg';
import { recordAct } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import { conflict } from '../../platform/errors.ts';
import { makeReadableSecret } from '../../platform/access/readable-secret.ts';
import * as accounts from '../../auth/auth.reads.ts';
import { updateRunOwnerToNobody } from '../../runs/runs.reads.ts';
import { listUnregistered } from './students.queries.ts';
import { getStudent } from './students.service.ts';

export async function setStudentDisabled(
  pool: Pool,
  rollNumber: string,
  disabled: boolean,
): Promise<Student> {
  const { rollNumber: id } = await getStudent(pool, rollNumber);
  await (disabled ? accounts.disableAccount(pool, id) : accounts.enableAccount(pool, id));
  return getStudent(pool, id);
}

/** The new password, which is stored only as a hash. */
export async function resetStudentPassword(pool: Pool, rollNumber: string): Promise<string> {
  const { rollNumber: id } = await getStudent(pool, rollNumber);
  const password = makeReadableSecret();
  await accounts.resetPassword(pool, id, password);
  return password;
}

/** Their open pages notice at the next call. */
export function confirmGuests(pool: Pool, rollNumbers: readonly string[]): Promise<string[]> {
  return inTransaction(pool, async (db) => {
    const confirmed = await accounts.confirmGuests(db, rollNumbers);
    if (confirmed.length === 0) {
      throw conflict('no_guest', 'There are no guests to confirm. Reload the page.');
    }
    for (const personId of confirmed) await recordAct(db, { action: 'confirm-guest', personId });
    return confirmed;
  });
}

/** For a roll number that someone else took. */
export async function removeGuest(pool: Pool, rollNumber: string): Promise<void> {
  const { rollNumber: personId } = await getStudent(pool, rollNumber);
  await inTransaction(pool, async (db) => {
    if (!(await accounts.removeGuest(db, personId))) {
      throw conflict('no_guest', `${personId} isn’t a guest. Disable the account instead.`);
    }
    await updateRunOwnerToNobody(db, personId);
    await recordAct(db, { action: 'remove-guest', personId });
  });
}

/** Shown once for printing; the database stores only hashes of codes. */
export function makeCodes(
  pool: Pool,
  rollNumbers: readonly string[],
): Promise<{ codes: RegistrationCode[]; expiresAt: string }> {
  return inTransaction(pool, async (db) => {
    const students = await listUnregistered(db, rollNumbers);
    const [first, ...others] = students;
    if (!first) {
      throw conflict(
        'no_codes',
        'All of these students have already registered, so they need no codes.',
      );
    }
    const ids = students.map(({ id }) => id);
    const { codes, expiresAt } = await accounts.makeCodes(db, ids);
    await recordAct(db, {
      action: 'print-codes',
      ...(others.length === 0 && { personId: first.id }),
      details: { codes: codes.length },
    });
    return {
      codes: codes.map(({ id, code }, index) => ({
        rollNumber: id,
        name: students[index]?.name ?? '',
        code,
      })),
      expiresAt: expiresAt.toISOString(),
    };
  });
}
