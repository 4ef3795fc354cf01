import { EmailAddress, FullName, Password, TypedRollNumber } from '@vlabs/contract/auth/auth';
import { ROLE_ADMIN } from '@vlabs/contract/http/endpoint';
import type { Pool } from 'pg';
import { z } from 'zod';
import { recordAct } from '../platform/audit/audit.ts';
import { inTransaction, type Database } from '../platform/postgres/database.ts';
import { conflict, invalid, notFound } from '../platform/errors.ts';
import { closeDemoAccounts } from './demo-accounts.service.ts';
import { deleteLoginFailuresEverywhere } from './limits/login-failures.queries.ts';
import { hashPassword } from './passwords.ts';
import {
  findPerson,
  insertPerson,
  updateDisabled,
  updatePassword,
  updateUnregisteredPerson,
} from './people.queries.ts';
import { takenBy } from './registration/registration.service.ts';
import { deleteSessions } from './sessions.queries.ts';

const NewAdmin = z.object({
  id: TypedRollNumber,
  name: FullName,
  email: EmailAddress,
  password: Password,
});
const NewPassword = z.object({ password: Password });

/** Creates an admin and closes the demo, whose admin's roll number the new one may have; returns whether it was open. */
export async function createAdmin(
  pool: Pool,
  input: { id: string; name: string; email: string; password: string },
): Promise<{ closedDemo: boolean }> {
  const { password, ...entered } = check(NewAdmin, input);
  const person = { ...entered, role: ROLE_ADMIN, passwordHash: await hashPassword(password) };
  try {
    return await inTransaction(pool, async (db) => {
      const closedDemo = await closeDemoAccounts(db);
      const claimed = await updateUnregisteredPerson(db, person, {
        demoRowsAreFree: true,
        proof: 'none needed',
      });
      if (claimed === 0) await insertPerson(db, person);
      await recordAct(db, { action: 'create-admin', personId: person.id });
      return { closedDemo };
    });
  } catch (error) {
    throw takenBy(error) ?? error;
  }
}

/** Ends the person's sessions, and clears their throttling. */
export async function resetPassword(pool: Pool, id: string, newPassword: string): Promise<void> {
  const { password } = check(NewPassword, { password: newPassword });
  const passwordHash = await hashPassword(password);
  await inTransaction(pool, async (db) => {
    const person = await getPerson(db, id);
    if (person.registeredAt === null) {
      throw conflict('not_registered', `${person.id} has not registered yet and has no password.`);
    }
    await updatePassword(db, person.id, passwordHash);
    await deleteSessions(db, person.id);
    await deleteLoginFailuresEverywhere(db, person.id);
    await recordAct(db, { action: 'reset-password', personId: person.id });
  });
}

/** Ends the person's sessions; their work stays. */
export async function disableAccount(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const person = await getPerson(db, id);
    await updateDisabled(db, person.id, true);
    await deleteSessions(db, person.id);
    await recordAct(db, { action: 'disable-account', personId: person.id });
  });
}

export async function enableAccount(pool: Pool, id: string): Promise<void> {
  await inTransaction(pool, async (db) => {
    const person = await getPerson(db, id);
    await updateDisabled(db, person.id, false);
    await recordAct(db, { action: 'enable-account', personId: person.id });
  });
}

async function getPerson(db: Database, id: string) {
  const person = await findPerson(db, id);
  if (!person) throw notFound(`An account with the roll number ${id}`);
  return person;
}

/** The command line has no contract, so its input is validated here by the same rules. */
function check<Shape extends z.ZodType>(shape: Shape, input: z.input<Shape>): z.output<Shape> {
  const read = shape.safeParse(input);
  if (!read.success) throw invalid(read.error);
  return read.data;
}
