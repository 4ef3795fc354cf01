import { plainRollNumber } from '@vlabs/contract/text/canonical';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { all, sql } from '../platform/postgres/database.ts';
import { setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();

/** What a roll number may contain. */
const ALLOWED = /^[^\s\p{C}]$/u;
const LAST = 0x10_ff_ff;
const AT_ONCE = 50_000;

/** Each character in a roll number, composed and decomposed. */
function* listRollNumbers(): Generator<string> {
  for (let code = 0; code <= LAST; code += 1) {
    const character = String.fromCodePoint(code);
    if (!ALLOWED.test(character)) continue;
    const composed = `A1${character}`;
    yield composed;
    const decomposed = composed.normalize('NFD');
    if (decomposed !== composed) yield decomposed;
  }
}

/** Those that the database writes otherwise than the server. */
function listDifferent(typed: readonly string[]): Promise<{ typed: string }[]> {
  const plain = typed.map(plainRollNumber);
  return all(
    server.pool,
    z.object({ typed: z.string() }),
    sql`
      select typed from unnest(${typed}::text[], ${plain}::text[]) as each (typed, plain)
      where plain_roll_number(typed) <> lower(plain)
    `,
  );
}

test('the server and the database write every character of a roll number alike', async () => {
  const typed = [...listRollNumbers()];
  expect(typed.length).toBeGreaterThan(150_000);
  const different: string[] = [];
  for (let from = 0; from < typed.length; from += AT_ONCE) {
    const found = await listDifferent(typed.slice(from, from + AT_ONCE));
    different.push(...found.map((one) => one.typed));
  }
  expect(different).toEqual([]);
});
