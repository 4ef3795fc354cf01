import type { Pool } from 'pg';
import type { z } from 'zod';
import { DatabaseAway, orAway } from './database-away.ts';

/**
 * Far more than any statement needs. One that is not answered by then is on a connection that has
 * died without a word; what is silent as a whole is noticed much sooner, by the watch.
 */
const MAX_STATEMENT_MS = 60_000;

interface Statement {
  text: string;
  values: unknown[];
  /** Under a name a statement is parsed and planned once a connection. */
  name?: string;
  /** In the words of the driver: what it waits for the answer. */
  query_timeout?: number;
}

/** Builds a parameterised statement; interpolated values never become SQL text. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}

/** For the few statements that are made so often that parsing them each time costs. */
export function prepared(name: string, statement: Statement): Statement {
  return { ...statement, name };
}

/** For what waits until somebody else is done, however long that takes. */
export function unbounded(statement: Statement): Statement {
  return { ...statement, query_timeout: 0 };
}

/** A pool or an open transaction: queries cannot tell which, so they compose. */
export interface Database {
  query(statement: Statement): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export async function all<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: Statement,
): Promise<z.output<Row>[]> {
  const { rows } = await ask(db, statement);
  return rows.map((value) => row.parse(value));
}

export async function first<Row extends z.ZodType>(
  db: Database,
  row: Row,
  statement: Statement,
): Promise<z.output<Row> | null> {
  return (await all(db, row, statement)).at(0) ?? null;
}

/** Runs a statement for its effect and says how many rows it touched. */
export async function run(db: Database, statement: Statement): Promise<number> {
  const { rowCount } = await ask(db, statement);
  return rowCount ?? 0;
}

/** A connection whose answer was given up is closed by whoever has it out: the pool, or a transaction. */
function ask(db: Database, statement: Statement) {
  return orAway(db.query({ query_timeout: MAX_STATEMENT_MS, ...statement }));
}

export async function inTransaction<Result>(
  pool: Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await orAway(pool.connect());
  // A connection that failed in the middle must not go back to the pool.
  let broken: Error | undefined;
  try {
    await run(client, sql`begin`);
    const result = await work(client);
    await run(client, sql`commit`);
    return result;
  } catch (error) {
    if (error instanceof DatabaseAway) broken = error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
