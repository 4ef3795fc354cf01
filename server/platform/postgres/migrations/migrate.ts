import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { StartFailure } from '../../start/start-failure.ts';
import { isLockTimeout } from '../database-unavailable.ts';
import { all, first, run, sql, unbounded } from '../database.ts';
import { Applied, type Migration, readMigrations, requireSameHistory } from './migrations.ts';

/** Serializes servers that start on one database. The number is arbitrary. */
const MIGRATION_LOCK = 7_226_002;

/** Maximum time that others wait for a migration. */
const LOCK_TIMEOUT_MS = 2000;
const PAUSE_MS = 500;
const MAX_TRIED_MS = 5 * 60_000;

/** Leases of killed servers have expired by then; any later lease belongs to a live server. */
const LEASES_END_WITHIN_MS = 20_000;

/** The migration runs in steps, each in its own statement and outside a transaction. */
const IN_STEPS = /^-- Runs in steps, outside of a transaction\b/m;
const STEP = /^-- Step$/m;

interface Options {
  folder?: string;
  /** Stops after these migrations, which must be the first ones of this version. */
  upTo?: readonly Applied[];
}

/**
 * Migrates a database to the current schema and returns the names of the applied migrations. Throws
 * StartFailure if the database has a different history, if a table stays locked for minutes, or if
 * a migration is not compatible and servers of an earlier version are running.
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

/** Throws StartFailure unless the database has the schema of this version or a compatible one. */
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
    sql`select name, sha256, is_compatible from migrations order by name`,
  );
  requireSameHistory(applied, migrations);
  return migrations.slice(applied.length);
}

/** Servers of this version need the current schema, so any live server is of an earlier version. */
async function requireNoServers(client: ClientBase, { name }: Migration): Promise<void> {
  if (!(await hasTable(client, 'server_leases'))) return;
  const deadline = performance.now() + LEASES_END_WITHIN_MS;
  while (await hasServers(client)) {
    if (performance.now() >= deadline) {
      throw new StartFailure(
        `Servers of an earlier version run on this database, and the migration ${name} can’t be applied while they run: stop them all, then start this version.`,
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
        applied_at timestamptz not null default now(),
        -- Servers of an earlier version can run during and after it.
        is_compatible boolean not null
      )
    `,
  );
}

/**
 * A schema change waits for a table's users, and all later ones wait behind it. So it waits
 * briefly, lets others pass, and retries.
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
          `The migration ${migration.name} could not change its tables, which have been in use for minutes. Look for long transactions in pg_stat_activity, end them, and start again.`,
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

/** An interrupted migration restarts at its first step, so each step must be repeatable. */
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
