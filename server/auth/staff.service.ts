import type { changeStaff as changing, StaffMember } from '@vlabs/contract/auth/staff';
import { ROLE_ADMIN } from '@vlabs/contract/http/endpoint';
import { STAFF_AT_ONCE } from '@vlabs/contract/auth/staff';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { recordAct } from '../platform/audit/audit.ts';
import { conflict, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import { makeReadableSecret } from '../platform/access/readable-secret.ts';
import { resetPassword } from './accounts.service.ts';
import { closeDemoAccounts } from './demo-accounts.service.ts';
import { hashPassword } from './passwords.ts';
import { hasOwnAdmin, holdDemo, insertPerson } from './people.queries.ts';
import { takenBy } from './registration/registration.service.ts';
import { deleteSessions } from './sessions.queries.ts';
import * as queries from './staff.queries.ts';

export async function listStaff(
  pool: Pool,
  { search, after }: { search: string; after: string },
): Promise<{ staff: StaffMember[]; next: string | null }> {
  const patterns = patternsOf(search);
  const rows = await queries.listStaffPage(pool, { patterns, after, max: STAFF_AT_ONCE + 1 });
  const staff = rows.slice(0, STAFF_AT_ONCE);
  const last = rows.length > STAFF_AT_ONCE ? staff.at(-1) : undefined;
  return { staff, next: last?.personId ?? null };
}

/** Creates a staff account and returns its password once. */
export async function createStaff(
  pool: Pool,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<{ personId: string; password: string }> {
  const password = makeReadableSecret();
  const passwordHash = await hashPassword(password);
  try {
    await inTransaction(pool, async (db) => {
      await insertPerson(db, { id, name, email, role: ROLE_ADMIN, isStaff: true, passwordHash });
      await recordAct(db, { action: 'create-staff', personId: id });
    });
  } catch (error) {
    throw takenBy(error) ?? error;
  }
  return { personId: id, password };
}

/**
 * A new campus admin closes the demo. At least one active campus admin always remains; lost rights
 * take effect with the next call.
 */
export async function changeStaff(
  pool: Pool,
  caller: Caller,
  { personId, ...wanted }: { personId: string } & z.output<typeof changing.body>,
): Promise<StaffMember> {
  return inTransaction(pool, async (db) => {
    if (wanted.isCampusAdmin) await holdDemo(db);
    const admins = await queries.lockCampusAdmins(db);
    const before = await queries.findStaff(db, personId);
    if (!before) throw notFound('This member of staff');
    if (before.personId === caller.id && (wanted.isDisabled || !wanted.isCampusAdmin)) {
      throw conflict('yourself', 'Ask another campus admin to change your own account.');
    }
    const isAdminNow = before.isCampusAdmin && !before.isDisabled;
    if (isAdminNow && (wanted.isDisabled || !wanted.isCampusAdmin) && admins <= 1) {
      throw conflict(
        'last_admin',
        'The last campus admin can’t be removed. Add another one first.',
      );
    }
    await queries.updateStaff(db, before.personId, wanted);
    // A new campus admin signs in again, with the second step that they need.
    const isPromoted = wanted.isCampusAdmin && !before.isCampusAdmin;
    if (wanted.isDisabled || isPromoted) await deleteSessions(db, before.personId);
    if (wanted.isCampusAdmin && (await hasOwnAdmin(db))) await closeDemoAccounts(db);
    await recordAct(db, { action: 'change-staff', personId: before.personId, details: wanted });
    const after = await queries.findStaff(db, before.personId);
    if (!after) throw notFound('This member of staff');
    return after;
  });
}

export async function resetStaffPassword(pool: Pool, personId: string): Promise<string> {
  const found = await queries.findStaff(pool, personId);
  if (!found) throw notFound('This member of staff');
  const password = makeReadableSecret();
  await resetPassword(pool, found.personId, password);
  return password;
}
