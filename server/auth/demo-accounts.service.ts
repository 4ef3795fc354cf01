import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { demoAccounts } from './demo-accounts.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  deleteDemoPasswords,
  insertDemoPeople,
  listDemoPeopleWithPassword,
  updateDemoPassword,
} from './people.queries.ts';
import { deleteDemoSessions } from './sessions.queries.ts';

interface DemoPerson {
  id: string;
  name: string;
  email: string;
  role: 0 | 1;
}

/**
 * Adds the demo's people and gives its two accounts the passwords that the login page shows. A
 * real person with the same roll number stays untouched. Doing it again changes nothing.
 */
export async function openDemoAccounts(db: Database, people: DemoPerson[]): Promise<void> {
  await insertDemoPeople(db, people);
  const existing = await listDemoPeopleWithPassword(db);
  await Promise.all(
    demoAccounts.map(async ({ id, password }) => {
      const known = existing.find((person) => person.id === id)?.passwordHash ?? null;
      if (await verifyPassword(known, password)) return;
      await updateDemoPassword(db, id, await hashPassword(password));
    }),
  );
}

/** After this no account of the demo works; the rows stay, since other work may point at them. */
export function closeDemoAccounts(pool: Pool): Promise<void> {
  return inTransaction(pool, async (db) => {
    await deleteDemoPasswords(db);
    await deleteDemoSessions(db);
  });
}

/** Those that work now, for the login page: never for a caller who came through a proxy. */
export async function listDemoAccounts(
  db: Database,
  { demo, isProxied }: { demo: boolean; isProxied: boolean },
) {
  if (!demo || isProxied) return [];
  const existing = await listDemoPeopleWithPassword(db);
  return demoAccounts.filter(({ id }) => existing.some((person) => person.id === id));
}
