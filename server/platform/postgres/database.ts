import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { DatabaseUnavailable, mapConnectionFailure } from './database-unavailable.ts';

/**
 * Far above what any statement needs; a longer wait means a dead connection. An unresponsive
 * database is detected much sooner by the watch.
 */
export const MAX_STATEMENT_MS = 60_000;

interface Options {
  /** A named statement is parsed and planned once per connection. */
  name?: string;
  /** The driver's name for its timeout of a query. */
  query_timeout?: number;
}

/**
 * A statement or fragment: program text with values between. Only `sql` creates it, so input never
 * becomes SQL.
 */
class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  readonly options: Options;

  constructor(texts: readonly string[], values: readonly unknown[], options: Options = {}) {
    this.texts = texts;
    this.values = values;
    this.options = options;
  }

  get text(): string {
    return this.texts.reduce((text, next, place) => `${text}$${place}${next}`);
  }
}
export type { Sql };

/**
 * Builds a statement or a fragment. Values become parameters; fragments become part of the text.
 */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  if (!values.some((value) => value instanceof Sql)) return new Sql(texts, values);
  const [start = '', ...rest] = texts;
  const joined = { texts: [start], values: [] as unknown[] };
  for (const [place, value] of values.entries()) {
    const part = value instanceof Sql ? value : new Sql(['', ''], [value]);
    append(joined, part);
    append(joined, new Sql([rest[place] ?? ''], []));
  }
  return new Sql(joined.texts, joined.values);
}

/** The name of a table or column as a fragment; throws if it is not a plain name. */
export function identifier(name: string): Sql {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`${name} is no plain name.`);
  return new Sql([`"${name}"`], []);
}

/** Joins the last text with the first of the fragment. */
function append(joined: { texts: string[]; values: unknown[] }, { texts, values }: Sql): void {
  const [start = '', ...rest] = texts;
  joined.texts.push((joined.texts.pop() ?? '') + start, ...rest);
  joined.values.push(...values);
}

/** Prepares a statement that is executed very often. */
export function prepared(name: string, { texts, values }: Sql): Sql {
  return new Sql(texts, values, { name });
}

/** Sets a statement's timeout; 0 means none. */
export function answeredWithin(timeoutMs: number, { texts, values }: Sql): Sql {
  return new Sql(texts, values, { query_timeout: timeoutMs });
}

/** A statement without timeout, for waiting on others. */
export const unbounded = (statement: Sql): Sql => answeredWithin(0, statement);

interface DriverQuery extends Options {
  text: string;
  values: unknown[];
  rowMode: 'array';
}

/** A pool or an open transaction. Queries accept both, so they can be composed. */
export interface Database {
  query(query: DriverQuery): Promise<{
    rows: unknown[][];
    fields: { name: string }[];
    rowCount: number | null;
  }>;
}

/** Returns rows with camelCase property names: `deadline_at` becomes `deadlineAt`. */
export async function all<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: Sql,
): Promise<z.output<Row>[]> {
  const { rows, fields } = await ask(db, statement);
  const names = fields.map(({ name }) => inCamelCase(name));
  return rows.map((values) => row.parse(byName(names, values)));
}

/** Cache of column names; its size is bounded by the statements in the code. */
const camelCased = new Map<string, string>();

function inCamelCase(column: string): string {
  const known = camelCased.get(column);
  if (known !== undefined) return known;
  const name = column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  camelCased.set(column, name);
  return name;
}

function byName(names: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [place, name] of names.entries()) row[name] = values[place];
  return row;
}

export async function first<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: Sql,
): Promise<z.output<Row> | null> {
  return (await all(db, row, statement)).at(0) ?? null;
}

/** Executes a statement and returns the number of affected rows. */
export async function run(db: Database, statement: Sql): Promise<number> {
  const { rowCount } = await ask(db, statement);
  return rowCount ?? 0;
}

/** A connection whose query timed out is closed by its holder: the pool or the transaction. */
function ask(db: Database, { text, values, options }: Sql) {
  const query = { query_timeout: MAX_STATEMENT_MS, ...options, text, values: [...values] };
  return mapConnectionFailure(db.query({ ...query, rowMode: 'array' }));
}

/**
 * For transactions of jobs: waits for locks as long as a statement may take. Calls time out sooner.
 */
export const waitForLocks = (db: Database) => run(db, sql`set local lock_timeout = 0`);

/** Functions to call after a commit. */
type Acts = ((outside: Database) => void)[];
const committing = new WeakMap<Database, Acts>();

/**
 * Calls `act` after the transaction commits, never if it rolls back, and immediately outside a
 * transaction.
 */
export function afterCommit(db: Database, act: (outside: Database) => void): void {
  const acts = committing.get(db);
  if (acts) acts.push(act);
  else act(db);
}

/** The other transaction ends meanwhile, and they don't meet again. */
const DEADLOCK_PAUSE_MS = 100;

/** PostgreSQL ended this transaction, because two waited for each other. */
const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01';

/**
 * Commits what `work` does, or nothing of it. Does it once more if PostgreSQL ended the transaction as one of two that
 * waited for each other; `once` is for work that has effects outside of the database.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (db: Database) => Promise<Result>,
  { once = false } = {},
): Promise<Result> {
  try {
    return await inOneTransaction(pool, work);
  } catch (error) {
    if (once || !isDeadlock(error)) throw error;
    await pause(DEADLOCK_PAUSE_MS);
    return inOneTransaction(pool, work);
  }
}

async function inOneTransaction<Result>(
  pool: Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await mapConnectionFailure(pool.connect());
  const acts: Acts = [];
  // A connection that failed within a transaction must not return to the pool.
  let broken: Error | undefined;
  try {
    await run(client, sql`begin`);
    committing.set(client, acts);
    const result = await work(client);
    await run(client, sql`commit`);
    for (const act of acts) act(pool);
    return result;
  } catch (error) {
    if (error instanceof DatabaseUnavailable) broken = error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    committing.delete(client);
    client.release(broken);
  }
}
