import type { Pool } from 'pg';

/** Tables that grow with every term, and do in the bench: what reads one whole grows with it. */
const BIG_TABLES = ['attempts', 'hand_ins'];

interface Statement {
  text: string;
  values: unknown[];
}

/** A database whose statements are written down, so that it can be asked what they read. */
export class RecordedPool {
  /** To be given to whoever is looked at. */
  readonly pool: Pool;
  readonly #unrecorded: Pool;
  #statements: Statement[] = [];

  constructor(unrecorded: Pool) {
    this.#unrecorded = unrecorded;
    const query = (statement: Statement) => {
      this.#statements.push(statement);
      return unrecorded.query(statement);
    };
    this.pool = new Proxy(unrecorded, {
      get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
    });
  }

  /** The big tables that the statements of one piece of work read whole, by the planner's own word. */
  async findWholeReads(
    work: () => Promise<unknown>,
  ): Promise<{ statements: number; tables: string[] }> {
    this.#statements = [];
    await work();
    const statements = this.#statements;
    const tables = new Set<string>();
    for (const { text, values } of statements) {
      const explained = { text: `explain (format json) ${text}`, values };
      const { rows } = await this.#unrecorded.query(explained);
      for (const table of scannedTables(rows)) tables.add(table);
    }
    return { statements: statements.length, tables: [...tables] };
  }

  /**
   * Rows that one piece of work reads of tables, whether they are answered or passed over, and the plan of each
   * of its statements.
   */
  async readPlans(work: () => Promise<unknown>): Promise<{ rowsRead: number; plans: string[] }> {
    this.#statements = [];
    await work();
    let rowsRead = 0;
    const plans: string[] = [];
    for (const { text, values } of this.#statements.filter(isReading)) {
      const explained = { text: `explain (analyze, format json) ${text}`, values };
      const { rows } = await this.#unrecorded.query(explained);
      rowsRead += rowsOf(rows);
      plans.push(describe(rows).join('\n'));
    }
    return { rowsRead, plans };
  }
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

/** A line a node: what it does with which table, by which index, for how many rows; deeper ones further in. */
function describe(node: unknown, depth = 0): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const type: unknown = Reflect.get(node, 'Node Type');
  if (typeof type !== 'string') return Object.values(node).flatMap((one) => describe(one, depth));
  const reported = ['Relation Name', 'CTE Name', 'Index Name'].flatMap((name): string[] => {
    const value: unknown = Reflect.get(node, name);
    return typeof value === 'string' ? [value] : [];
  });
  const rows = Number(Reflect.get(node, 'Actual Rows')) * Number(Reflect.get(node, 'Actual Loops'));
  const below: unknown = Reflect.get(node, 'Plans');
  return [
    `${'  '.repeat(depth)}${[type, ...reported].join(' ')}: ${rows.toFixed(0)} rows`,
    ...describe(below, depth + 1),
  ];
}

const isReading = ({ text }: Statement) => /^\s*(select|with)\b/i.test(text);

/** Of every node that reads a table, wherever in a plan it stands. */
function rowsOf(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const below = Object.values(node).reduce<number>((sum, one) => sum + rowsOf(one), 0);
  if (!('Relation Name' in node)) return below;
  const numberOf = (name: string) => Number(Reflect.get(node, name) ?? 0);
  const each =
    numberOf('Actual Rows') +
    numberOf('Rows Removed by Filter') +
    numberOf('Rows Removed by Index Recheck');
  return below + each * numberOf('Actual Loops');
}
