import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { StartFailure } from '../../start-failure.ts';
import { isLockTimeout } from '../database-unavailable.ts';
import { all, first, run, sql, unbounded } from '../database.ts';
import { Applied, type Migration, readMigrations, requireSameHistory } from './migrations.ts';

/** Two servers that start on one database take turns. Any number will do. */
const MIGRATION_LOCK = 7_226_002;

/** How long others wait behind a migration at most. */
const LOCK_TIMEOUT_MS = 2000;
const PAUSE_MS = 500;
const MAX_TRIED_MS = 5 * 60_000;

/** A lease of a server that was killed ends by then; one that is held after that belongs to a server that runs. */
const LEASES_END_WITHIN_MS = 20_000;

/** The text runs in steps, each by itself and outside of a transaction. */
const IN_STEPS = /^-- Runs in steps, outside of a transaction\b/m;
const STEP = /^-- Step$/m;

interface Options {
  folder?: string;
  /** No further than these, which must be the beginning of what this version brings. */
  upTo?: readonly Applied[];
}

/**
 * Brings a database to today's tables and returns the names of the migrations that it applied. Throws
 * StartFailure when the database has another history, when something uses a table for minutes, and
 * when a missing migration is not compatible and servers of an earlier version run.
 */
export async function migrate(pool: Pool, { folder, upTo }: Options = {}): Promise<string[]> {
  const known = await readMigrations(folder);
  if (upTo) requireSameHistory(upTo, known);
  const migrations = known.slice(0, upTo?.length);
  const client = await pool.connect();
  try {
    await run(client, unbounded(sql`select pg_advisory_lock(${MIGRATION_LOCK})`));
    try {
      return await applyMissing(client, migrations);
    } finally {
      await run(client, sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
    }
  } finally {
    client.release();
  }
}

async function applyMissing(client: ClientBase, migrations: Migration[]): Promise<string[]> {
  await createHistory(client);
  const missing = await findMissing(client, migrations);
  const alone = missing.find(({ isCompatible }) => !isCompatible);
  if (alone) await requireNoServers(client, alone);
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.name);
}

/** Throws StartFailure unless the database has exactly the tables of this version, or of one that is compatible with it. */
export async function requireTodaysTables(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const hasHistory = await hasTable(client, 'migrations');
    const missing = hasHistory ? await findMissing(client, await readMigrations()) : null;
    if (missing?.length === 0) return;
    throw new StartFailure(
      hasHistory
        ? 'The database has the tables of an earlier version of V-labs: use the commands of that version, or start this version first.'
        : 'The database is empty: run `npm start` or `npm run migrate` first.',
    );
  } finally {
    client.release();
  }
}

async function findMissing(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const applied = await all(
    client,
    Applied,
    // The column is missing where an early version made the table.
    sql`
      select name, sha256,
        coalesce((to_jsonb(migrations) ->> 'is_compatible')::boolean, false) as is_compatible
      from migrations
      order by name
    `,
  );
  requireSameHistory(applied, migrations);
  return migrations.slice(applied.length);
}

/** Servers of this version have its tables, so any that runs is of an earlier one. */
async function requireNoServers(client: ClientBase, { name }: Migration): Promise<void> {
  if (!(await hasTable(client, 'server_leases'))) return;
  const deadline = performance.now() + LEASES_END_WITHIN_MS;
  while (await hasServers(client)) {
    if (performance.now() >= deadline) {
      throw new StartFailure(
        `Servers of an earlier version run on this database, and the migration ${name} cannot be applied while they do: stop them all, then start this version.`,
      );
    }
    await pause(PAUSE_MS);
  }
}

async function hasServers(client: ClientBase): Promise<boolean> {
  const found = await first(
    client,
    z.object({ isHeld: z.boolean() }),
    sql`
      select exists (select from server_leases where held_until > clock_timestamp()) as is_held
    `,
  );
  return found?.isHeld === true;
}

async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const found = await first(
    client,
    z.object({ isThere: z.boolean() }),
    sql`select to_regclass(${name}) is not null as is_there`,
  );
  return found?.isThere === true;
}

async function createHistory(client: ClientBase): Promise<void> {
  await run(
    client,
    sql`
      create table if not exists migrations (
        name text constraint migrations_pkey primary key,
        sha256 text not null,
        applied_at timestamptz not null default now()
      )
    `,
  );
  await addCompatibility(client);
}

/** To the table as databases of before have it; where it is there, nobody is waited for. */
async function addCompatibility(client: ClientBase): Promise<void> {
  const found = await all(
    client,
    z.object({ there: z.literal(1) }),
    sql`
      select 1 as there from pg_attribute
      where attrelid = 'migrations'::regclass and attname = 'is_compatible'
    `,
  );
  if (found.length > 0) return;
  await run(
    client,
    sql`alter table migrations add column is_compatible boolean not null default false`,
  );
}

/**
 * A change of a table waits until nobody uses it, and all who come after it wait behind it. So it waits
 * a moment only, lets them go by, and tries again.
 */
async function apply(client: ClientBase, migration: Migration): Promise<void> {
  const deadline = performance.now() + MAX_TRIED_MS;
  for (;;) {
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() >= deadline) {
        throw new StartFailure(
          `The migration ${migration.name} could not change its tables: something has used them for minutes. Look for long transactions in pg_stat_activity, end them, and start again.`,
        );
      }
      await pause(PAUSE_MS);
    }
  }
}

async function applyOnce(client: ClientBase, migration: Migration): Promise<void> {
  if (IN_STEPS.test(migration.text)) return applyInSteps(client, migration);
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** One that breaks off starts again at its first step, so each step may run twice. */
async function applyInSteps(client: ClientBase, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  try {
    for (const step of migration.text.split(STEP)) await client.query(step);
    await record(client, migration);
  } finally {
    await client.query('reset lock_timeout');
  }
}

const record = (client: ClientBase, { name, sha256, isCompatible }: Migration) =>
  run(
    client,
    sql`
      insert into migrations (name, sha256, is_compatible)
      values (${name}, ${sha256}, ${isCompatible})
    `,
  );
