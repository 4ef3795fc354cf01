import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { all, first, inTransaction, prepared, run, sql } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase('empty');
  await run(
    database.pool,
    sql`create table works (work_id integer, made_at timestamptz, sha256 text, details jsonb)`,
  );
});
afterAll(() => database.close());

const Found = z.object({ one: z.string(), two: z.string(), three: z.string() });
const texts = (one: string, two: string, three: string) =>
  sql`${one}::text as one, ${two}::text as two, ${three}::text as three`;

test('a part is spliced into a statement, and all values keep their places', async () => {
  const both = sql`${true} and ${sql`${2}::integer between ${1} and ${3}`}`;
  const statement = sql`select ${texts('a', 'b', 'c')} where ${both} and ${'d'} = ${'d'}`;
  expect(statement.text).toBe(
    'select $1::text as one, $2::text as two, $3::text as three where $4 and $5::integer between $6 and $7 and $8 = $9',
  );
  expect(await first(database.pool, Found, statement)).toEqual({ one: 'a', two: 'b', three: 'c' });
});

test('a part may come several times, and change nothing in the other statements that have it', async () => {
  const part = sql`${'x'}::text`;
  const twice = sql`select ${part} as one, ${part} as two, ${'y'}::text as three`;
  expect(await all(database.pool, Found, twice)).toEqual([{ one: 'x', two: 'x', three: 'y' }]);
  expect([part.text, part.values]).toEqual(['$1::text', ['x']]);
});

test('what looks like SQL, or like a part, stays a value', async () => {
  const text = `'; drop table works; --`;
  const found = await first(database.pool, Found, sql`select ${texts(text, '$1', '${2}')}`);
  expect(found).toEqual({ one: text, two: '$1', three: '${2}' });
  const forged = JSON.parse(JSON.stringify(sql`1 as one`));
  expect(sql`select ${forged}::jsonb`.text).toBe('select $1::jsonb');
});

test('columns in snake_case are read in camelCase, and the keys of JSON stay as they are', async () => {
  const details = { made_by: 'x', madeBy: { first_name: 'y' } };
  await run(
    database.pool,
    sql`insert into works values (1, now(), 'abc', ${JSON.stringify(details)})`,
  );
  const row = z.strictObject({
    workId: z.int(),
    madeAt: z.date(),
    sha256: z.string(),
    details: z.unknown(),
    isOld: z.boolean(),
    nothing: z.null(),
  });
  const found = await all(
    database.pool,
    row,
    sql`select *, made_at < now() as is_old, null as nothing from works`,
  );
  expect(found).toMatchObject([{ workId: 1, details, isOld: true }]);
});

test('a column that a row does not have is no row', async () => {
  const wanted = z.object({ workId: z.int(), name: z.string().nullable() });
  const asked = all(database.pool, wanted, sql`select 1 as work_id`);
  await expect(asked).rejects.toThrow('name');
});

test('a statement with a name is planned once a connection, whatever its parts', async () => {
  const client = await database.pool.connect();
  const find = (id: number) =>
    run(client, prepared('find-work', sql`select from works where ${sql`work_id = ${id}`}`));
  expect([await find(1), await find(2), await find(1)]).toEqual([1, 0, 1]);
  const kept = await all(
    client,
    z.object({ name: z.string(), plans: z.coerce.number() }),
    sql`select name, generic_plans + custom_plans as plans from pg_prepared_statements`,
  );
  client.release();
  expect(kept).toEqual([{ name: 'find-work', plans: 3 }]);
});

const take = (db: Parameters<typeof run>[0], name: string) =>
  run(db, sql`update places set taken = taken + 1 where name = ${name}`);

test('a transaction that PostgreSQL ends as one of two that wait for each other is done once more', async () => {
  const { pool } = database;
  await run(pool, sql`create table places (name text, taken integer)`);
  await run(pool, sql`insert into places values ('one', 0), ('other', 0)`);
  const [met, both] = [{ count: 0 }, Promise.withResolvers<void>()];
  const takeBoth = (one: string, other: string) =>
    inTransaction(pool, async (db) => {
      await take(db, one);
      met.count += 1;
      if (met.count === 2) both.resolve();
      await both.promise;
      await take(db, other);
    });
  await Promise.all([takeBoth('one', 'other'), takeBoth('other', 'one')]);
  expect(met.count).toBeGreaterThan(2);
  const row = z.object({ taken: z.int() });
  const taken = await all(pool, row, sql`select taken from places`);
  expect(taken).toEqual([{ taken: 2 }, { taken: 2 }]);
});
