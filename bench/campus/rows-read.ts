import type { Pool } from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/** A database that writes down what is asked of it, so that it can be asked how many rows that reads. */
export class ExplainedPool {
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

  /** Rows that one piece of work reads of tables, whether they are answered or passed over. */
  async countRowsRead(work: () => Promise<unknown>): Promise<number> {
    this.#statements = [];
    await work();
    let read = 0;
    for (const { text, values } of this.#statements.filter(isReading)) {
      const explained = { text: `explain (analyze, format json) ${text}`, values };
      const { rows } = await this.#unrecorded.query(explained);
      read += rowsOf(rows);
    }
    return read;
  }
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
