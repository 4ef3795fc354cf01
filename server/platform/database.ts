import type { Pool } from 'pg';
import type { z } from 'zod';

interface Statement {
  text: string;
  values: unknown[];
  /** Under a name a statement is parsed and planned once a connection. */
  name?: string;
}

/** Builds a parameterised statement; interpolated values never become SQL text. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Statement {
  return { text: parts.reduce((text, part, index) => `${text}$${index}${part}`), values };
}

/** For the few statements that are made so often that parsing them each time costs. */
export function prepared(name: string, statement: Statement): Statement {
  return { ...statement, name };
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
  const { rows } = await db.query(statement);
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
  const { rowCount } = await db.query(statement);
  return rowCount ?? 0;
}

/** Throws when the database does not answer. */
export async function reachDatabase(db: Database): Promise<void> {
  await db.query(sql`select 1`);
}

export async function inTransaction<Result>(
  pool: Pool,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  // A connection that failed in the middle must not go back to the pool.
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
