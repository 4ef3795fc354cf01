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

interface Table {
  name: string;
  columns: string[];
}

async function listTables(pool: Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select relname as name, array_agg(attname::text) as columns
     from pg_class
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
     group by relname
     order by 1`,
  );
  return rows;
}

/** Every row of every table with rows, in the columns of the first release. */
async function readRows(pool: Pool, tables: readonly Table[]) {
  const read = await Promise.all(
    tables.map(async ({ name, columns }) => {
      const { rows } = await pool.query<{ row: string }>(
        `select (
           select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key = any($1)
         )::text as row from ${name} t order by 1`,
        [columns],
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
  const tables = await listTables(pool);
  const written = await readRows(pool, tables);
  expect(written.size).toBeGreaterThan(12);

  expect(await migrate(pool)).toEqual(others.map(({ name }) => name));
  await requireTodaysTables(pool);
  expect(await readRows(pool, tables)).toEqual(written);

  const { folder } = later;
  expect(await migrate(pool, { folder })).toEqual([
    '9002-adds-a-column.sql',
    '9003-checks-and-finds.sql',
    '9004-splits-a-column.sql',
  ]);
  expect(await readRows(pool, tables)).toEqual(written);
  const { rows } = await pool.query('select nickname from students order by 1');
  expect(rows).toEqual([{ nickname: 'Das' }, { nickname: 'Sen' }]);
  expect(await migrate(pool, { folder })).toEqual([]);
});
