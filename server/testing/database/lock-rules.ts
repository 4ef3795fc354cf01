import type { Pool, PoolClient } from 'pg';

/**
 * The rules of statements that lock rows, which every statement of the server keeps in every test.
 *
 * A statement that waits for a lock reads the locked rows as they are afterwards, and everything else as it was
 * before. So it locks rows of one table and reads nothing else: what decides is read by a later statement.
 *
 * A transaction locks in one order, so that no two wait for each other.
 */
const ORDER: readonly string[] = ['classes', 'quizzes', 'attempts'];

/** Rows of these tables refer to a quiz, which inserting them locks. */
const REFER_TO_A_QUIZ = /\binsert into (?:extensions|announcements|key_corrections)\b/;

const LOCKS =
  /\bfor (?:no key update|update|key share|share)\b(?!(?: of \w+)? (?:skip locked|nowait))/g;

/** Null if the statement keeps the rule. */
export function findReadBesideLock(statement: string): string | null {
  const text = asOneLine(statement);
  for (const { index } of text.matchAll(LOCKS)) {
    const select = text.slice(openingBefore(text, index), index);
    const sources = select.match(/\b(?:from|join)\b/g) ?? [];
    if (sources.length > 1 || /\bfrom \w+(?: (?:as )?\w+)? ?,/.test(select)) return select;
  }
  return null;
}

/** The place after the parenthesis that is open there, or the start. */
function openingBefore(text: string, index: number): number {
  let depth = 0;
  for (let at = index - 1; at >= 0; at--) {
    if (text[at] === ')') depth += 1;
    if (text[at] === '(') depth -= 1;
    if (depth < 0) return at + 1;
  }
  return 0;
}

const asOneLine = (statement: string): string =>
  statement
    .split('\n')
    .map((line) => line.split('--', 1)[0])
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

/** The tables of the order whose rows a statement locks, waiting for them if necessary. */
export function listLocked(statement: string): string[] {
  const text = asOneLine(statement);
  const selected = [...text.matchAll(LOCKS)].map(({ index }) =>
    text.slice(openingBefore(text, index), index),
  );
  return ORDER.filter(
    (table) =>
      selected.some((select) => select.includes(`from ${table}`)) ||
      (text.includes(`update ${table} set`) && !text.includes('skip locked')) ||
      (table === 'quizzes' && REFER_TO_A_QUIZ.test(text)),
  );
}

/** What one transaction has locked so far. */
export class LockOrder {
  readonly #held = new Set<string>();

  /** Returns the table that comes too late, or null. */
  add(statement: string): string | null {
    if (/^\s*(?:begin|commit|rollback)\b/.test(statement)) {
      this.#held.clear();
      return null;
    }
    for (const table of listLocked(statement)) {
      const place = ORDER.indexOf(table);
      const later = ORDER.slice(place + 1).some((other) => this.#held.has(other));
      if (later && !this.#held.has(table)) return table;
      this.#held.add(table);
    }
    return null;
  }
}

interface Statement {
  text: string;
  rowMode: 'array';
}

/** The server's statements have this row mode; those of tests are texts. */
const isOfServer = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && 'rowMode' in query && 'text' in query;

/** Has every statement of the server refused that breaks the rules. */
export function keepLockRules(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const order = new LockOrder();
    const ask = client.query.bind(client);
    const query = (...words: unknown[]): unknown => {
      const [asked] = words;
      const breach = isOfServer(asked) ? findBreach(order, asked.text) : null;
      if (breach === null) return Reflect.apply(ask, client, words);
      const answer = words.at(-1);
      if (typeof answer !== 'function') return Promise.reject(breach);
      answer(breach);
      return undefined;
    };
    Object.assign(client, { query });
  });
}

function findBreach(order: LockOrder, statement: string): Error | null {
  const beside = findReadBesideLock(statement);
  if (beside !== null) return new Error(`A statement reads beside what it locks: ${beside}`);
  const late = order.add(statement);
  return late === null ? null : new Error(`Locks ${late} after what comes later: ${statement}`);
}
