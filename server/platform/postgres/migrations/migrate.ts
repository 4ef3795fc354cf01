import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { z } from 'zod';
import { all, run, sql, unbounded } from './database.ts';
import { StartFailure } from '../start-failure.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../database/migrations');
/** Two servers that start on one database take turns. Any number will do. */
const MIGRATION_LOCK = 7_226_002;

/** So long do others wait behind a migration at most. */
const LOCK_TIMEOUT_MS = 2000;
const PAUSE_MS = 500;
const MAX_TRIED_MS = 5 * 60_000;

interface Migration {
  name: string;
  text: string;
  sha256: string;
  /** Servers of before it may go on beside it, and be started again. */
  isCompatible: boolean;
}

/** A migration says so of itself: it only adds what an earlier server need not know. */
const COMPATIBLE = /^-- Compatible with earlier servers:/m;

const Applied = z.object({
  name: z.string(),
  sha256: z.string(),
  isCompatible: z.boolean().optional(),
});
type Applied = z.infer<typeof Applied>;

interface Options {
  folder?: string;
  /** No further than these, which must be the beginning of what this version brings. */
  upTo?: readonly Applied[];
}

/** Brings a database to today's tables, each file in a transaction; says which files it applied. */
export async function migrate(
  pool: Pool,
  { folder = MIGRATIONS, upTo }: Options = {},
): Promise<string[]> {
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      return { name, text, sha256, isCompatible: COMPATIBLE.test(text) };
    }),
  );
}

async function applyMissing(client: ClientBase, migrations: Migration[]): Promise<string[]> {
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
  const applied = await all(
    client,
    Applied,
    sql`select name, sha256, is_compatible from migrations order by name`,
  );
  requireSameHistory(applied, migrations);
  const missing = migrations.slice(applied.length);
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.name);
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
 * Forward only: what was applied must be the beginning of what this version brings. It may go on with
 * migrations of a newer version that say that they are compatible.
 */
function requireSameHistory(applied: readonly Applied[], migrations: Migration[]): void {
  for (const [index, { name, sha256, isCompatible }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.name === name && migration.sha256 === sha256) continue;
    if (migration === undefined && isCompatible) continue;
    throw new StartFailure(
      `The database holds the migration ${name}, which this version of V-labs does not have in that form: start the version that wrote it, or a newer one.`,
    );
  }
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

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

async function applyOnce(client: ClientBase, migration: Migration): Promise<void> {
  const { name, text, sha256, isCompatible } = migration;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(text);
    const values = sql`values (${name}, ${sha256}, ${isCompatible})`;
    await run(client, sql`insert into migrations (name, sha256, is_compatible) ${values}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
