import type { Pool } from 'pg';
import type { z } from 'zod';
import { DatabaseUnavailable, mapConnectionFailure } from './database-unavailable.ts';

/**
 * Far more than any statement needs. One that is not answered by then is on a connection that has
 * died without a word; what is silent as a whole is noticed much sooner, by the watch.
 */
export const MAX_STATEMENT_MS = 60_000;

interface Options {
  /** Under a name a statement is parsed and planned once a connection. */
  name?: string;
  /** In the words of the driver: what it waits for the answer. */
  query_timeout?: number;
}

/**
 * A statement or a part of one: text of the program, and the values between. Only `sql` makes them,
 * so nothing that was read or typed is ever taken for one.
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

/** Builds a statement, or a part for others. Values stay parameters; parts become part of the text. */
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

/** The last text and the first of what follows are one. */
function append(joined: { texts: string[]; values: unknown[] }, { texts, values }: Sql): void {
  const [start = '', ...rest] = texts;
  joined.texts.push((joined.texts.pop() ?? '') + start, ...rest);
  joined.values.push(...values);
}

/** For the few statements that are made so often that parsing them each time costs. */
export function prepared(name: string, { texts, values }: Sql): Sql {
  return new Sql(texts, values, { name });
}

/** For what may take another time than statements do; 0 is however long. */
export function answeredWithin(timeoutMs: number, { texts, values }: Sql): Sql {
  return new Sql(texts, values, { query_timeout: timeoutMs });
}

/** For what waits until somebody else is done. */
export const unbounded = (statement: Sql): Sql => answeredWithin(0, statement);

interface DriverQuery extends Options {
  text: string;
  values: unknown[];
  rowMode: 'array';
}

/** A pool or an open transaction: queries cannot tell which, so they compose. */
export interface Database {
  query(query: DriverQuery): Promise<{
    rows: unknown[][];
    fields: { name: string }[];
    rowCount: number | null;
  }>;
}

/** Rows by the names of their columns, in camelCase: `deadline_at` is `deadlineAt`. */
export async function all<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: Sql,
): Promise<z.output<Row>[]> {
  const { rows, fields } = await ask(db, statement);
  const names = fields.map(({ name }) => inCamelCase(name));
  return rows.map((values) => row.parse(byName(names, values)));
}

/** Of every column that was read so far: there are as many as statements name. */
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

/** Runs a statement for its effect and says how many rows it touched. */
export async function run(db: Database, statement: Sql): Promise<number> {
  const { rowCount } = await ask(db, statement);
  return rowCount ?? 0;
}

/** A connection whose answer was given up is closed by whoever has it out: the pool, or a transaction. */
function ask(db: Database, { text, values, options }: Sql) {
  const query = { query_timeout: MAX_STATEMENT_MS, ...options, text, values: [...values] };
  return mapConnectionFailure(db.query({ ...query, rowMode: 'array' }));
}

/** For a transaction of a job: it waits for locks as long as a statement may take. Calls are refused sooner. */
export const waitForLocks = (db: Database) => run(db, sql`set local lock_timeout = 0`);

/** What is to be done when a transaction has committed. */
type Acts = ((outside: Database) => void)[];
const committing = new WeakMap<Database, Acts>();

/** Does it once the transaction has committed, and never when it does not; at once outside of one. */
export function afterCommit(db: Database, act: (outside: Database) => void): void {
  const acts = committing.get(db);
  if (acts) acts.push(act);
  else act(db);
}

export async function inTransaction<Result>(
  pool: Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await mapConnectionFailure(pool.connect());
  const acts: Acts = [];
  // A connection that failed in the middle must not go back to the pool.
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
