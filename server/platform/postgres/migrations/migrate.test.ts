import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { makeTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts';
import { migrate, requireTodaysTables } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../../database/migrations');

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

test('an older server starts with newer migrations only if they are declared compatible', async () => {
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

test('a migration that is declared compatible removes nothing', async () => {
  // A trigger against truncation removes nothing, and neither does dropping a NOT NULL or an index.
  const takes =
    /\b(?:drop(?! not null| index)|rename|(?<!before |or )truncate|delete from)\b|\bset not null\b|\balter column \w+ (?:set data )?type\b/i;
  const texts = await Promise.all(
    (await readdir(MIGRATIONS)).map((name) => readFile(join(MIGRATIONS, name), 'utf8')),
  );
  const compatible = texts.filter((text) => text.includes('-- Compatible with earlier servers:'));
  // A wider check replaces a narrower one, which every row passed.
  const widened =
    /drop constraint (\w+),\n\s*-- Every row passed the narrower check\.\n\s*add constraint \1\b/g;
  expect(compatible.filter((text) => takes.test(text.replaceAll(widened, '')))).toEqual([]);
});

/** Simulates an older server that is running or was just killed. */
const holdLease = (seconds: number) =>
  database.pool.query(
    `create table if not exists server_leases (name text primary key, server text, held_until timestamptz);
     insert into server_leases values ('older', 'older', clock_timestamp() + interval '${seconds} s')`,
  );

test('a migration that is not compatible is refused while servers of an earlier version run', async () => {
  await migrate(database.pool, { folder });
  await holdLease(3600);
  await writeFile(join(folder, '0002-less.sql'), 'alter table people drop column id');
  await writeFile(join(folder, '0003-quizzes.sql'), ADDS);
  await expect(migrate(database.pool, { folder })).rejects.toThrow(
    'Servers of an earlier version run on this database, and the migration 0002-less.sql can’t be applied while they run: stop them all, then start this version.',
  );
  const { rows } = await database.pool.query("select to_regclass('quizzes') as quizzes");
  expect(rows).toEqual([{ quizzes: null }]);
});

test('a compatible migration is applied while servers of an earlier version run', async () => {
  await migrate(database.pool, { folder });
  await holdLease(3600);
  await writeFile(join(folder, '0002-quizzes.sql'), ADDS);
  expect(await migrate(database.pool, { folder })).toEqual(['0002-quizzes.sql']);
});

test('the lease of a server that was killed is waited for', async () => {
  await migrate(database.pool, { folder });
  await holdLease(1);
  await writeFile(join(folder, '0002-less.sql'), 'alter table people drop column id');
  expect(await migrate(database.pool, { folder })).toEqual(['0002-less.sql']);
});

test('a command refuses an empty database, and one with the tables of an earlier version', async () => {
  await expect(requireTodaysTables(database.pool)).rejects.toThrow(
    'The database is empty: run `npm start` or `npm run migrate` first.',
  );
  const whole = await makeTestDatabase();
  await requireTodaysTables(whole.pool);
  await whole.pool.query('delete from migrations where name = (select max(name) from migrations)');
  await expect(requireTodaysTables(whole.pool)).rejects.toThrow(
    'The database has the tables of an earlier version of V-labs',
  );
  await whole.close();
});

const IN_STEPS = `-- Compatible with earlier servers: an index changes no answer.
-- Runs in steps, outside of a transaction.
-- Step
drop index concurrently if exists people_by_id;
-- Step
create index concurrently people_by_id on people (id);
`;

test('a migration in steps builds its index while others write', async () => {
  await migrate(database.pool, { folder });
  await writeFile(join(folder, '0002-index.sql'), IN_STEPS);
  expect(await migrate(database.pool, { folder })).toEqual(['0002-index.sql']);
  const { rows } = await database.pool.query(
    "select indisvalid from pg_index where indexrelid = 'people_by_id'::regclass",
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('a migration in steps that breaks off is applied from its first step by the next start', async () => {
  await migrate(database.pool, { folder });
  await database.pool.query("insert into people values ('one'), ('one')");
  const text = IN_STEPS.replace('create index', 'create unique index');
  await writeFile(join(folder, '0002-index.sql'), text);
  await expect(migrate(database.pool, { folder })).rejects.toThrow('could not create unique index');
  await database.pool.query('truncate people');
  expect(await migrate(database.pool, { folder })).toEqual(['0002-index.sql']);
});

/** The tables used by saves of answers and hand-ins. */
const OF_SAVES =
  'attempts|attempt_steps|hand_ins|hand_in_files|hand_in_tests|assignments|quizzes|quiz_questions|extensions|people|students|sessions|classes|class_members|member_sections|runs|files|audit_lines';

test('a compatible migration builds no index and checks no constraint on a table of saves while it locks it', async () => {
  const builds = new RegExp(
    `\\bcreate (?:unique )?index (?!concurrently)[^;]* on (?:${OF_SAVES})\\b` +
      `|\\balter table (?:${OF_SAVES})\\b(?=[^;]*\\badd (?:constraint|primary|unique|foreign|check)\\b)(?![^;]*\\bnot valid\\b)`,
    'i',
  );
  const found = (await readMigrations()).filter(
    ({ text, isCompatible }) => isCompatible && builds.test(text.replaceAll(/--.*/g, '')),
  );
  expect(found.map(({ name }) => name)).toEqual([]);
  expect('create index a on attempts (id);').toMatch(builds);
  expect('create index concurrently a on attempts (id);').not.toMatch(builds);
  expect('alter table hand_ins add column a int, add constraint b check (a > 0);').toMatch(builds);
  expect('alter table hand_ins add constraint b check (a > 0) not valid;').not.toMatch(builds);
});

test('a migration that has to wait lets later statements pass', async () => {
  await migrate(database.pool, { folder });
  await writeFile(join(folder, '0002-names.sql'), 'alter table people add name text');
  const reader = await database.pool.connect();
  await reader.query('begin; select * from people');
  const migrating = migrate(database.pool, { folder });
  const waiting = `select count(*)::int as count from pg_locks where not granted and relation = 'people'::regclass`;
  await expect
    .poll(async () => (await database.pool.query(waiting)).rows[0]?.count, { interval: 20 })
    .toBe(1);
  // The reader keeps its lock; other readers wait for the migration at most.
  await database.pool.query('select * from people');
  await reader.query('commit');
  reader.release();
  expect(await migrating).toEqual(['0002-names.sql']);
});
