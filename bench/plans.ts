import type { Pool } from 'pg';

/** Tables that grow with every term, and do in the bench: what reads one whole grows with it. */
const BIG_TABLES = ['attempts', 'hand_ins'];

interface Statement {
  text: string;
  values: unknown[];
}

/** The big tables that the statements of one piece of work read whole, by the planner's own word. */
export async function findWholeReads(
  pool: Pool,
  work: (recorded: Pool) => Promise<unknown>,
): Promise<{ statements: number; tables: string[] }> {
  const statements: Statement[] = [];
  const query = (statement: Statement) => {
    statements.push(statement);
    return pool.query(statement);
  };
  const recorded = new Proxy(pool, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
  await work(recorded);
  const tables = new Set<string>();
  for (const { text, values } of statements) {
    const { rows } = await pool.query({ text: `explain (format json) ${text}`, values });
    for (const table of scannedTables(rows)) tables.add(table);
  }
  return { statements: statements.length, tables: [...tables] };
}

/** Wherever in a plan it stands. */
function scannedTables(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(scannedTables);
  const table: unknown = Reflect.get(node, 'Relation Name');
  const isWhole = Reflect.get(node, 'Node Type') === 'Seq Scan';
  return isWhole && typeof table === 'string' && BIG_TABLES.includes(table)
    ? [table, ...below]
    : below;
}
