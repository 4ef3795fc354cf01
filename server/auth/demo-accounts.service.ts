import type { Pool } from 'pg';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { Registration } from '@vlabs/contract/auth/auth';
import type { Config } from '../config.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import {
  deleteDemoPasswords,
  hasOwnAdmin,
  holdDemo,
  insertDemoPeople,
  listDemoPeopleWithPassword,
  updateDemoPassword,
} from './people.queries.ts';
import { deleteDemoSessions } from './sessions.queries.ts';
import { ROLE_ADMIN, ROLE_STUDENT } from '@vlabs/contract/http/endpoint';

/** Shown on the login page while the demo is open. */
export const demoAccounts = [
  { role: ROLE_ADMIN, id: 'admin', password: 'vlabs-admin' },
  { role: ROLE_STUDENT, id: '2105001', password: 'vlabs-student' },
] as const;

interface DemoPerson {
  id: string;
  name: string;
  email: string;
  role: 0 | 1;
}

/**
 * Adds the demo's people and sets the passwords that the login page shows. Real people with the
 * same roll numbers are not changed. Idempotent.
 * @returns false if the installation has its own admin; the demo is closed then
 */
export async function openDemoAccounts(pool: Pool, people: DemoPerson[]): Promise<boolean> {
  if (await closeDemoForAdmin(pool)) return false;
  await insertDemoPeople(pool, people);
  const existing = await listDemoPeopleWithPassword(pool);
  const changes = await Promise.all(
    demoAccounts.map(async ({ id, password }) => {
      const known = existing.find((person) => person.id === id)?.passwordHash ?? null;
      if (await verifyPassword(known, password)) return null;
      return { id, passwordHash: await hashPassword(password) };
    }),
  );
  return inTransaction(pool, async (db) => {
    await holdDemo(db);
    if (await hasOwnAdmin(db)) return false;
    for (const change of changes) {
      if (change) await updateDemoPassword(db, change.id, change.passwordHash);
    }
    return true;
  });
}

/** Closes the demo if the installation has its own admin; returns whether it has one. */
function closeDemoForAdmin(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    await holdDemo(db);
    const isOwned = await hasOwnAdmin(db);
    if (isOwned) await closeDemoAccounts(db);
    return isOwned;
  });
}

/**
 * Disables all demo accounts on every server and ends their sessions. Call within a transaction.
 * The rows stay, because other data may refer to them. Returns whether the demo was open.
 */
export async function closeDemoAccounts(db: Database): Promise<boolean> {
  await holdDemo(db);
  const closed = await deleteDemoPasswords(db);
  await deleteDemoSessions(db);
  return closed > 0;
}

/** Whether anyone can sign in with a demo account, whose passwords are published. */
export async function isDemoOpen(db: Database): Promise<boolean> {
  return (await listDemoPeopleWithPassword(db)).length > 0;
}

/** How people register now: the demo's way ends with the demo. */
export async function findRegistration(
  db: Database,
  { demo, registration, registrationAfterDemo }: RegistrationRules,
): Promise<Registration> {
  return demo && (await isDemoOpen(db)) ? registration : registrationAfterDemo;
}

export type RegistrationRules = Pick<Config, 'demo' | 'registration' | 'registrationAfterDemo'>;

/** The working demo accounts for the login page; empty for callers behind a proxy. */
export async function listDemoAccounts(
  db: Database,
  { demo, isProxied }: { demo: boolean; isProxied: boolean },
) {
  if (!demo || isProxied) return [];
  const existing = await listDemoPeopleWithPassword(db);
  return demoAccounts.filter(({ id }) => existing.some((person) => person.id === id));
}
