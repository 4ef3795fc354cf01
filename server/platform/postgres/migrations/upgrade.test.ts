import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ROWS_OF_FIRST_RELEASE,
  makeLaterVersion,
} from '../../../testing/database/later-version.ts';
import { type TestDatabase, makeTestDatabase } from '../../../testing/database/test-database.ts';
import { migrate, requireTodaysTables } from './migrate.ts';
import { readMigrations } from './migrations.ts';

let database: TestDatabase;
let later: Awaited<ReturnType<typeof makeLaterVersion>>;
beforeAll(async () => {
  database = await makeTestDatabase('empty');
  later = await makeLaterVersion();
});
afterAll(async () => {
  await later.close();
  await database.close();
});

/** Every row of every table with rows, without the columns that a later version adds. */
async function readRows(pool: Pool) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by 1`,
  );
  const read = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(
        `select (to_jsonb(t) - 'motto' - 'nickname')::text as row from ${name} t order by 1`,
      );
      return [name, rows.map(({ row }) => row)] as const;
    }),
  );
  return new Map(read.filter(([, rows]) => rows.length > 0));
}

test('an upgrade keeps every row that the first release wrote, and can be repeated', async () => {
  const { pool } = database;
  const [first, ...others] = await readMigrations();
  if (!first) throw new Error('There is no migration.');
  await migrate(pool, { upTo: [first] });
  await pool.query(await readFile(ROWS_OF_FIRST_RELEASE, 'utf8'));
  const written = await readRows(pool);
  expect(written.size).toBeGreaterThan(12);

  expect(await migrate(pool)).toEqual(others.map(({ name }) => name));
  await requireTodaysTables(pool);
  expect(await readRows(pool)).toEqual(written);

  const { folder } = later;
  expect(await migrate(pool, { folder })).toEqual([
    '9002-adds-a-column.sql',
    '9003-checks-and-finds.sql',
    '9004-splits-a-column.sql',
  ]);
  expect(await readRows(pool)).toEqual(written);
  const { rows } = await pool.query('select nickname from students order by 1');
  expect(rows).toEqual([{ nickname: 'Das' }, { nickname: 'Sen' }]);
  expect(await migrate(pool, { folder })).toEqual([]);
});
