import type { Pool } from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/** A database that records its statements, so that their plans can be examined. */
export class RecordedPool {
  /** Pass this to the code under test. */
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

  /** The number of rows read from tables, including filtered ones, and the plan of each statement. */
  async readPlans(work: () => Promise<unknown>): Promise<{ rowsRead: number; plans: string[] }> {
    this.#statements = [];
    await work();
    let rowsRead = 0;
    const plans: string[] = [];
    const client = await this.#unrecorded.connect();
    try {
      await client.query('begin');
      // A small campus reads whole tables of a few pages, where a large one uses their indexes.
      await client.query('set local enable_seqscan = off');
      for (const { text, values } of this.#statements.filter(isReading)) {
        const explained = { text: `explain (analyze, format json) ${text}`, values };
        const { rows } = await client.query(explained);
        rowsRead += rowsOf(rows);
        plans.push([...describeTimes(rows), ...describe(rows)].join('\n'));
      }
      await client.query('rollback');
    } finally {
      client.release();
    }
    return { rowsRead, plans };
  }
}

/** One line per node: operation, table, index and number of rows, and of those read in vain. Children are indented. */
function describe(node: unknown, depth = 0): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const type: unknown = Reflect.get(node, 'Node Type');
  if (typeof type !== 'string') return Object.values(node).flatMap((one) => describe(one, depth));
  const reported = ['Relation Name', 'CTE Name', 'Index Name'].flatMap((name): string[] => {
    const value: unknown = Reflect.get(node, name);
    return typeof value === 'string' ? [value] : [];
  });
  const loops = Number(Reflect.get(node, 'Actual Loops'));
  const rows = Number(Reflect.get(node, 'Actual Rows')) * loops;
  const inVain = readInVain(node) * loops;
  const below: unknown = Reflect.get(node, 'Plans');
  return [
    `${'  '.repeat(depth)}${[type, ...reported].join(' ')}: ${rows.toFixed(0)} rows${inVain > 0 ? `, ${inVain.toFixed(0)} in vain` : ''}`,
    ...describe(below, depth + 1),
  ];
}

function describeTimes(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const [planning, execution]: unknown[] = ['Planning Time', 'Execution Time'].map((name) =>
    Reflect.get(node, name),
  );
  if (typeof planning !== 'number' || typeof execution !== 'number')
    return Object.values(node).flatMap(describeTimes);
  return [`planned in ${planning.toFixed(1)} ms, executed in ${execution.toFixed(1)} ms`];
}

const isReading = ({ text }: Statement) => /^\s*(select|with)\b/i.test(text);

/** Sums over all nodes that read a table, at any depth. */
function rowsOf(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const below = Object.values(node).reduce<number>((sum, one) => sum + rowsOf(one), 0);
  if (!('Relation Name' in node)) return below;
  const each = numberOf(node, 'Actual Rows') + readInVain(node);
  return below + each * numberOf(node, 'Actual Loops');
}

const numberOf = (node: object, name: string) => Number(Reflect.get(node, name) ?? 0);

/** The rows of one loop that a condition left out. */
const readInVain = (node: object) =>
  numberOf(node, 'Rows Removed by Filter') + numberOf(node, 'Rows Removed by Index Recheck');
