import { expect, test } from 'vitest';
import { findBreaches } from './house-rules.ts';

function breachesOf(path: string, text: string): string[] {
  return findBreaches([{ path, text }]).map(({ rule, line }) => `${rule}:${line}`);
}

test('SQL outside of queries files is found with its line', () => {
  const text = "import { sql } from '../platform/database.ts';\nsql`select 1`;\n";
  expect(breachesOf('server/auth/login.service.ts', text)).toEqual(['sql-only-in-queries:2']);
  expect(breachesOf('server/auth/login.service.ts', "pool.query('select 1')")).toEqual([
    'sql-only-in-queries:1',
  ]);
});

test('queries files, the platform and tests may contain SQL', () => {
  for (const path of [
    'server/auth/people.queries.ts',
    'server/platform/postgres/migrations/migrate.ts',
    'server/auth/people.test.ts',
    'server/testing/time-travel.ts',
  ]) {
    expect(breachesOf(path, 'sql`select 1`')).toEqual([]);
  }
});

test('a database connection outside the platform is found', () => {
  const text = 'const pool = new Pool({ connectionString });';
  const rule = 'only-the-platform-connects-to-the-database:1';
  expect(breachesOf('server/auth/login.service.ts', text)).toEqual([rule]);
  expect(breachesOf('server/platform/jobs/jobs.ts', text.replace('Pool', 'Client'))).toEqual([
    rule,
  ]);
  expect(breachesOf('server/platform/postgres/open-pool.ts', text)).toEqual([]);
});

test('an effect that returns the result of a call is found', () => {
  const rule = 'effects-have-a-body-or-return-a-cleanup:1';
  for (const text of [
    'useEffect(() => section.current?.scrollIntoView(), []);',
    'useLayoutEffect(() => (isOn ? watch() : undefined), []);',
    'useEffect(() =>\n  field.current?.focus(), []);',
  ]) {
    expect(breachesOf('web/classes/ClassPage.tsx', text)).toEqual([rule]);
  }
  for (const text of [
    'useEffect(() => {\n  scroll();\n}, []);',
    'useEffect(() => () => latest.current?.abort(), []);',
    'useEffect(endWithTab, []);',
  ]) {
    expect(breachesOf('web/classes/ClassPage.tsx', text)).toEqual([]);
  }
});

test('a setting that is read outside the two config files is found', () => {
  const text = 'const port = process.env.PORT;';
  expect(breachesOf('server/app.ts', text)).toEqual(['only-config-reads-the-environment:1']);
  expect(breachesOf('server/config.ts', text)).toEqual([]);
  expect(breachesOf('runner/config.ts', text)).toEqual([]);
});

test('a request that is read without a schema is found', () => {
  const rule = 'requests-are-read-through-their-schema:1';
  for (const text of [
    'const { id } = request.params;',
    'limit(request.url)',
    'const { query } = request;',
    'function keyOf({ caller, url }: FastifyRequest) {}',
  ]) {
    expect(breachesOf('server/calendar/calendar.routes.ts', text)).toEqual([rule]);
    expect(breachesOf('server/platform/http/serve.ts', text)).toEqual([]);
  }
  for (const text of [
    'const { url } = request.routeOptions;',
    'request.headers',
    'serve(app, one, ({ params }) => 1)',
  ]) {
    expect(breachesOf('server/calendar/calendar.routes.ts', text)).toEqual([]);
  }
});

test('a program may delete its environment', () => {
  const text = 'for (const name of Object.keys(process.env)) delete process.env[name];';
  expect(breachesOf('runner/main.ts', text)).toEqual([]);
});

test('comments are ignored', () => {
  expect(breachesOf('server/app.ts', '/** Never process.env,\n nor sql`x`. */\n// sql`y`')).toEqual(
    [],
  );
});

test('a table that two features write is found in the second one', () => {
  const breaches = findBreaches([
    { path: 'server/auth/people.queries.ts', text: 'sql`insert into people (id) values (1)`' },
    { path: 'server/students/rows.queries.ts', text: 'sql`\n  update people set name = 1`' },
  ]);
  expect(breaches).toEqual([
    { rule: 'one-feature-writes-a-table', path: 'server/students/rows.queries.ts', line: 2 },
  ]);
});

test('row locks and conflict clauses do not count as tables', () => {
  const text =
    'sql`select 1 from people for update skip locked`; sql`on conflict do update set a = 1`';
  expect(
    findBreaches([
      { path: 'server/auth/people.queries.ts', text },
      { path: 'server/runs/store/runs.queries.ts', text },
    ]),
  ).toEqual([]);
});

const SCHEMA_TEXT = `
create table people (id text);
create table attempts (person_id text);
create view student_records as select * from people;
`;

function undeclaredIn(text: string, readme = ''): string[] {
  const breaches = findBreaches([
    { path: 'server/attempts/README.md', text: readme },
    { path: 'database/migrations/0001-schema.sql', text: SCHEMA_TEXT },
    { path: 'server/auth/people.queries.ts', text: 'sql`insert into people values (1)`' },
    { path: 'server/attempts/starts.queries.ts', text: 'sql`update attempts set x = 1`' },
    { path: 'server/attempts/store/attempts.queries.ts', text },
  ]);
  return breaches.map(({ rule, path, line, table }) => `${rule} ${path}:${line} ${table}`);
}
const undeclared = (line: number, table: string) =>
  `foreign-tables-are-declared server/attempts/store/attempts.queries.ts:${line} ${table}`;

test('an undeclared read of another feature’s table is found', () => {
  const reading = 'sql`\n  select name\n  from attempts\n  join people on people.id = person_id`';
  expect(undeclaredIn(reading)).toEqual([undeclared(4, 'people')]);
  expect(undeclaredIn(reading, '- **Reads:** `people`.')).toEqual([]);
  expect(undeclaredIn('sql`select 1 from attempts a, people where true`')).toEqual([
    undeclared(1, 'people'),
  ]);
  expect(undeclaredIn('sql`delete from attempts using people`')).toEqual([undeclared(1, 'people')]);
  expect(undeclaredIn('sql`lock table people`')).toEqual([undeclared(1, 'people')]);
});

test('a view belongs to no feature, so every reader declares it', () => {
  expect(undeclaredIn('sql`select 1 from student_records`')).toEqual([
    undeclared(1, 'student_records'),
  ]);
});

test('a declaration that is no longer used is found', () => {
  expect(
    undeclaredIn(
      'sql`select 1 from people`',
      '# A\n\n- **Reads:** `people`,\n  `student_records`.',
    ),
  ).toEqual(['foreign-tables-are-declared server/attempts/README.md:3 student_records']);
});

const crowdedIn = (paths: readonly string[]) =>
  findBreaches(paths.map((path) => ({ path, text: '' }))).map(
    ({ rule, path }) => `${rule} ${path}`,
  );

test('a folder with more than 25 files is found, and tests do not count', () => {
  const files = Array.from({ length: 26 }, (_, index) => `server/files/file-${index}.ts`);
  const tests = files.map((path) => path.replace('.ts', '.test.ts'));
  expect(crowdedIn(files)).toEqual(['a-folder-has-at-most-25-files server/files']);
  expect(crowdedIn([...files.slice(1), ...tests])).toEqual([]);
});

test('own tables, subqueries and functions need no declaration', () => {
  const text =
    'sql`with free as (select 1 from attempts) select extract(epoch from at), name from free, unnest(x)`';
  expect(undeclaredIn(text)).toEqual([]);
});

test.each([
  'expect(performance.now() - began).toBeLessThan(500);',
  'expect(\n  Date.now() - start,\n).toBeLessThanOrEqual(500);',
  'expect(elapsedMs).toBeLessThan(500);',
  'await expect.poll(() => run.duration).toBeLessThan(500);',
  'const turns = monitorEventLoopDelay();',
])('an upper bound on time that a test asserts is found: %s', (text) => {
  for (const path of ['server/a.test.ts', 'web/a.drill.tsx', 'e2e/drills/a.spec.ts']) {
    expect(breachesOf(path, text)).toEqual([
      expect.stringMatching(/^no-upper-time-bounds-in-tests:/),
    ]);
  }
});

test.each([
  'expect(performance.now() - began).toBeGreaterThan(500);',
  'expect(deadlineMs).toBeLessThanOrEqual(closesAtMs);',
  'expect(retryAfterSeconds).toBeLessThan(900);',
  'const began = performance.now();\nexpect(sentBytes).toBeLessThan(500);',
  '// expect(elapsedMs).toBeLessThan(500)',
])('what a test may well assert is not taken for a bound on time: %s', (text) => {
  expect(breachesOf('server/a.test.ts', text)).toEqual([]);
});

test.each(["if (kind === 'true_false') return;", "({ Kind: 'single' })", 'kinds.number.score'])(
  'a kind of question that is named outside of the kinds is found: %s',
  (text) => {
    expect(breachesOf('web/quizzes/a.ts', text)).toEqual([
      expect.stringMatching(/^only-kinds-know-a-kind:/),
    ]);
    expect(breachesOf('contract/kinds/number/a.ts', text)).toEqual([]);
    expect(breachesOf('web/quizzes/a.test.ts', text)).toEqual([]);
  },
);

test.each([
  "localStorage.setItem('draft', text)",
  'window.sessionStorage.length',
  "indexedDB.open('drafts')",
  'document.cookie = text',
  "import { useLocalStorage } from '@mantine/hooks'",
  'readSessionStorageValue({ key })',
])('browser storage that is used outside of its module is found: %s', (text) => {
  for (const path of ['web/quizzes/a.ts', 'web/ui/A.tsx', 'web/kinds/number/views.tsx']) {
    expect(breachesOf(path, text)).toEqual([
      expect.stringMatching(/^one-module-uses-browser-storage:/),
    ]);
  }
  expect(breachesOf('web/platform/storage/browser-storage.ts', text)).toEqual([]);
  expect(breachesOf('web/quizzes/a.test.ts', text)).toEqual([]);
  expect(breachesOf('web/quizzes/a.ts', `// ${text}`)).toEqual([]);
});
