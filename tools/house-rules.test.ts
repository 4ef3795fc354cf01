import { expect, test } from 'vitest';
import { findBreaches } from './house-rules.ts';

function breachesOf(path: string, text: string): string[] {
  return findBreaches([{ path, text }]).map(({ rule, line }) => `${rule}:${line}`);
}

test('SQL outside of queries is found at its line', () => {
  const text = "import { sql } from '../platform/database.ts';\nsql`select 1`;\n";
  expect(breachesOf('server/auth/login.service.ts', text)).toEqual(['only-queries-hold-sql:2']);
  expect(breachesOf('server/auth/login.service.ts', "pool.query('select 1')")).toEqual([
    'only-queries-hold-sql:1',
  ]);
});

test('queries, the platform and tests may hold SQL', () => {
  for (const path of [
    'server/auth/people.queries.ts',
    'server/platform/postgres/migrate.ts',
    'server/auth/people.test.ts',
    'server/testing/time-travel.ts',
  ]) {
    expect(breachesOf(path, 'sql`select 1`')).toEqual([]);
  }
});

test('a connection to the database that is made by anybody but the platform is found', () => {
  const text = 'const pool = new Pool({ connectionString });';
  const rule = 'the-platform-alone-connects-to-the-database:1';
  expect(breachesOf('server/auth/login.service.ts', text)).toEqual([rule]);
  expect(breachesOf('server/platform/jobs/jobs.ts', text.replace('Pool', 'Client'))).toEqual([
    rule,
  ]);
  expect(breachesOf('server/platform/postgres/open-pool.ts', text)).toEqual([]);
});

test('a setting read anywhere but in the two configs is found', () => {
  const text = 'const port = process.env.PORT;';
  expect(breachesOf('server/app.ts', text)).toEqual(['only-config-reads-the-environment:1']);
  expect(breachesOf('server/config.ts', text)).toEqual([]);
  expect(breachesOf('runner/config.ts', text)).toEqual([]);
});

test('a program may forget its environment', () => {
  const text = 'for (const name of Object.keys(process.env)) delete process.env[name];';
  expect(breachesOf('runner/main.ts', text)).toEqual([]);
});

test('what a comment says is not held against it', () => {
  expect(breachesOf('server/app.ts', '/** Never process.env,\n nor sql`x`. */\n// sql`y`')).toEqual(
    [],
  );
});

test('a table that two features write is found at the second', () => {
  const breaches = findBreaches([
    { path: 'server/auth/people.queries.ts', text: 'sql`insert into people (id) values (1)`' },
    { path: 'server/students/rows.queries.ts', text: 'sql`\n  update people set name = 1`' },
  ]);
  expect(breaches).toEqual([
    { rule: 'a-table-is-written-by-one-feature', path: 'server/students/rows.queries.ts', line: 2 },
  ]);
});

test('locking a row and resolving a conflict are not taken for a table', () => {
  const text =
    'sql`select 1 from people for update skip locked`; sql`on conflict do update set a = 1`';
  expect(
    findBreaches([
      { path: 'server/auth/people.queries.ts', text },
      { path: 'server/runs/runs.queries.ts', text },
    ]),
  ).toEqual([]);
});
