import { z } from 'zod';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

type Bytes = AsyncIterable<Buffer>;

interface Copied {
  rows: number;
  /** Hexadecimal hash of the rows in the format of COPY. */
  sha256: string;
}

/** COPY takes no parameters, so the quoted names become part of its text. */
function nameTable({ schema, table, columns }: Table): string {
  const names = columns.map((column) => escapeIdentifier(column)).join(', ');
  return `${escapeIdentifier(schema)}.${escapeIdentifier(table)} (${names})`;
}

const buffers = async function* (chunks: AsyncIterable<unknown>): Bytes {
  for await (const chunk of chunks) yield z.instanceof(Buffer).parse(chunk);
};

/** The compressed rows of a table. Call `copied` when all bytes were read. */
export function copyOut(client: ClientBase, table: Table): { bytes: Bytes; copied: () => Copied } {
  const rows = client.query(copyTo(`copy ${nameTable(table)} to stdout`));
  const hash = createHash('sha256');
  const hashed = async function* (): Bytes {
    for await (const chunk of buffers(rows)) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const compressed = createZstdCompress();
  // The reader of the compressed bytes receives the error.
  pipeline(hashed, compressed).catch(() => undefined);
  let sha256: string | null = null;
  return {
    bytes: buffers(compressed),
    copied: () => ({ rows: rows.rowCount, sha256: (sha256 ??= hash.digest('hex')) }),
  };
}

/** Writes the rows from `copyOut` into an existing table. */
export async function copyIn(client: ClientBase, table: Table, bytes: Bytes): Promise<Copied> {
  const rows = client.query(copyFrom(`copy ${nameTable(table)} from stdin`));
  const hash = createHash('sha256');
  await pipeline(
    Readable.from(bytes),
    createZstdDecompress(),
    async function* (chunks: AsyncIterable<unknown>): Bytes {
      for await (const chunk of buffers(chunks)) {
        hash.update(chunk);
        yield chunk;
      }
    },
    rows,
  );
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** Hashes the rows that are in the table now. */
export async function hashTable(client: ClientBase, table: Table): Promise<Copied> {
  const rows = client.query(copyTo(`copy ${nameTable(table)} to stdout`));
  const hash = createHash('sha256');
  for await (const chunk of buffers(rows)) hash.update(chunk);
  return { rows: rows.rowCount, sha256: hash.digest('hex') };
}

/** All reads within see the database as of now. */
export async function inSnapshot<Result>(
  client: ClientBase,
  read: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin isolation level repeatable read read only');
  try {
    return await read();
  } finally {
    await client.query('rollback');
  }
}

/** Disables triggers while the tables are filled: they ran when the rows were first written. */
export async function fillQuietly(
  client: ClientBase,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const names = tables.map(
    ({ schema, table }) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`,
  );
  await client.query('begin');
  try {
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    // The backup includes the rows that the migrations have inserted.
    await client.query(`truncate ${names.join(', ')} cascade`);
    await fill();
    // Checks deferred references now, because a table with pending ones can't be altered.
    await client.query('set constraints all immediate');
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** The schemas in a backup: our tables and the job queue's. The parts are named after them. */
const SCHEMAS = ['public', 'graphile_worker'];

const Migration = z.object({ name: z.string(), sha256: z.string() });

export function listMigrations(db: Database) {
  return all(db, Migration, sql`select name, sha256 from migrations order by name`);
}

const Table = z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()) });
export type Table = z.infer<typeof Table>;

/**
 * Tables that are not backed up: applied migrations, sessions (people sign in again), live servers
 * and the state of backups.
 */
const LEFT_OUT = ['migrations', 'sessions', 'server_leases', 'backup_state'];

export function listTables(db: Database): Promise<Table[]> {
  return all(
    db,
    Table,
    sql`
      select nspname as schema, relname as table,
        array_agg(attname::text order by attnum) as columns
      from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and attnum > 0
        and not attisdropped and attgenerated = ''
      where relkind = 'r' and nspname = any(${SCHEMAS}) and relname <> all(${LEFT_OUT})
      group by nspname, relname
      order by nspname, relname
    `,
  );
}

const Reference = z.object({ from: z.string(), to: z.string() });

/** References between tables, as `schema.table`. */
export function listReferences(db: Database) {
  return all(
    db,
    Reference,
    sql`
      select distinct from_schema.nspname || '.' || from_table.relname as "from",
        to_schema.nspname || '.' || to_table.relname as "to"
      from pg_constraint
      join pg_class from_table on from_table.oid = conrelid
      join pg_namespace from_schema on from_schema.oid = from_table.relnamespace
      join pg_class to_table on to_table.oid = confrelid
      join pg_namespace to_schema on to_schema.oid = to_table.relnamespace
      where contype = 'f' and conrelid <> confrelid and from_schema.nspname = any(${SCHEMAS})
    `,
  );
}

const Sequence = z.object({
  schema: z.string(),
  sequence: z.string(),
  /** As text, because it may exceed the safe integer range; null: never used. */
  value: z.string().nullable(),
});

export function listSequences(db: Database) {
  return all(
    db,
    Sequence,
    sql`
      select schemaname as schema, sequencename as sequence, last_value::text as value
      from pg_sequences
      where schemaname = any(${SCHEMAS})
      order by schemaname, sequencename
    `,
  );
}

export async function setSequence(
  db: Database,
  { schema, sequence, value }: z.infer<typeof Sequence>,
): Promise<void> {
  if (value === null) return;
  await run(
    db,
    sql`select setval(format('%I.%I', ${schema}::text, ${sequence}::text)::regclass, ${value}::bigint)`,
  );
}

/** Identifies this database. A database restored from its backup has another ID. */
export async function getInstallation(db: Database): Promise<string> {
  const found = await first(
    db,
    z.object({ installation: z.string() }),
    sql`
      select system_identifier || '-' || oid as installation
      from pg_control_system(), pg_database
      where datname = current_database()
    `,
  );
  if (!found) throw new Error('The database did not return its ID.');
  return found.installation;
}

/** Whether the database is in use. */
export async function hasTables(db: Database): Promise<boolean> {
  const found = await first(
    db,
    z.object({ found: z.boolean() }),
    sql`
      select exists (
        select 1 from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where relkind in ('r', 'p') and nspname = any(${SCHEMAS})
      ) as found
    `,
  );
  return found?.found ?? false;
}

const File = z.object({
  key: z.uuid(),
  sizeBytes: z.coerce.number(),
  sha256: z.string(),
});

/** Complete files, by key. */
export function listFiles(db: Database) {
  return all(
    db,
    File,
    sql`
      select storage_key as key, size_bytes, encode(sha256, 'hex') as sha256
      from files
      where finished_at is not null
      order by storage_key
    `,
  );
}
