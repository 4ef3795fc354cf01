import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../database/migrations');

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlabs-migrations-'));
});
afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  database = await makeTestDatabase('empty');
  await rm(folder, { recursive: true });
  folder = await mkdtemp(join(tmpdir(), 'vlabs-migrations-'));
  await writeFile(join(folder, '0001-people.sql'), 'create table people (id text)');
});
afterEach(() => database.close());

test('a migration is applied once, however often the server starts', async () => {
  expect(await migrate(database.pool, { folder })).toEqual(['0001-people.sql']);
  expect(await migrate(database.pool, { folder })).toEqual([]);
});

test('of two servers that start at once, exactly one applies a migration', async () => {
  const applied = await Promise.all([
    migrate(database.pool, { folder }),
    migrate(database.pool, { folder }),
  ]);
  expect(applied.flat()).toEqual(['0001-people.sql']);
});

test('a migration that fails in the middle leaves nothing behind', async () => {
  await migrate(database.pool, { folder });
  await writeFile(join(folder, '0002-half.sql'), 'create table half (id int); select 1 / 0');
  await expect(migrate(database.pool, { folder })).rejects.toThrow('division by zero');
  const { rows } = await database.pool.query("select to_regclass('half') as half");
  expect(rows).toEqual([{ half: null }]);
});

test('a migration that was edited after it was applied stops the start', async () => {
  await migrate(database.pool, { folder });
  await writeFile(join(folder, '0001-people.sql'), 'create table persons (id text)');
  await expect(migrate(database.pool, { folder })).rejects.toThrow('0001-people.sql');
});

test('a database that a newer version wrote stops the start of an older one', async () => {
  await writeFile(join(folder, '0002-quizzes.sql'), 'create table quizzes (id text)');
  await migrate(database.pool, { folder });
  await rm(join(folder, '0002-quizzes.sql'));
  await expect(migrate(database.pool, { folder })).rejects.toThrow('0002-quizzes.sql');
});

const ADDS = '-- Compatible with earlier servers: it adds a table.\ncreate table quizzes (id text)';

test('an older server starts beside newer migrations that say that they are compatible, and beside no others', async () => {
  await writeFile(join(folder, '0002-quizzes.sql'), ADDS);
  await migrate(database.pool, { folder });
  await rm(join(folder, '0002-quizzes.sql'));
  expect(await migrate(database.pool, { folder })).toEqual([]);

  await writeFile(join(folder, '0002-quizzes.sql'), ADDS);
  await writeFile(join(folder, '0003-less.sql'), 'alter table people drop column id');
  await migrate(database.pool, { folder });
  await rm(join(folder, '0002-quizzes.sql'));
  await rm(join(folder, '0003-less.sql'));
  await expect(migrate(database.pool, { folder })).rejects.toThrow('0003-less.sql');
});

test('a migration that says that it is compatible takes nothing away', async () => {
  // A trigger that refuses to truncate takes nothing, nor does a column that may now be empty.
  const takes =
    /\b(?:drop(?! not null)|rename|(?<!before |or )truncate|delete from)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b/i;
  const texts = await Promise.all(
    (await readdir(MIGRATIONS)).map((name) => readFile(join(MIGRATIONS, name), 'utf8')),
  );
  const compatible = texts.filter((text) => text.includes('-- Compatible with earlier servers:'));
  expect(compatible.filter((text) => takes.test(text))).toEqual([]);
});

test('a migration that has to wait lets those who come after it go by', async () => {
  await migrate(database.pool, { folder });
  await writeFile(join(folder, '0002-names.sql'), 'alter table people add name text');
  const reader = await database.pool.connect();
  await reader.query('begin; select * from people');
  const migrating = migrate(database.pool, { folder });
  const waiting = `select count(*)::int as count from pg_locks where not granted and relation = 'people'::regclass`;
  await expect
    .poll(async () => (await database.pool.query(waiting)).rows[0]?.count, { interval: 20 })
    .toBe(1);
  // The reader goes on holding the table; who only reads it waits for the migration at most.
  await database.pool.query('select * from people');
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual(['0002-names.sql']);
});
