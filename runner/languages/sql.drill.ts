import { parseTables } from '@vlabs/contract/runs/result-tables';
import type { Limits, Verdict } from '@vlabs/contract/runs/runner';
import { array, assert, asyncProperty, constantFrom, option } from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { HANG_MS } from '../testing/patience.ts';
import { explainSkip, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner({ VLABS_RUNNER_SLOTS: '2' });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const { languages } = await runner.status();
const isMissing = (key: string) => languages.every(({ language }) => language !== key);

interface Attack {
  what: string;
  source: string;
  verdict: Verdict;
  stderr?: string;
  limits?: Partial<Limits>;
}

const short: Partial<Limits> = { cpuTimeMs: 1000, extraTimeMs: 0, wallTimeMs: 12_000 };
const NO_SPACE = 'No space left on device';

const attacksOnPostgresql: Attack[] = [
  {
    what: 'a sleep',
    source: 'select pg_sleep(3600)',
    verdict: 'time_limit',
    limits: { wallTimeMs: 700 },
  },
  {
    what: 'an endless loop without its own time limit',
    source: 'set statement_timeout = 0; do $$ begin loop end loop; end $$',
    verdict: 'time_limit',
    limits: short,
  },
  {
    what: 'a sort with more memory than the box has',
    source: `set work_mem = '2GB';
      select count(*) from (select repeat(md5(i::text), 10) x from generate_series(1, 3000000) i order by x) q`,
    verdict: 'memory_limit',
  },
  {
    what: 'a text from all rows',
    source: "select length(string_agg(repeat('x', 1000), '')) from generate_series(1, 900000)",
    verdict: 'memory_limit',
  },
  {
    what: 'a table that is larger than the box',
    source:
      "create table big as select repeat('x', 500) x from generate_series(1, 10000000) i; select 'never'",
    verdict: 'runtime_error',
    stderr: NO_SPACE,
  },
  {
    what: 'an endless recursion',
    source:
      'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
    verdict: 'runtime_error',
    stderr: NO_SPACE,
  },
  {
    what: 'wide rows without end',
    source: "select repeat('x', 10000) from generate_series(1, 200000)",
    verdict: 'output_limit',
  },
  {
    what: 'a program of the machine',
    source: "copy (select 1) to program 'id > /tmp/x'",
    verdict: 'runtime_error',
    stderr: 'permission denied to COPY to or from an external program',
  },
  {
    what: 'a file of the machine',
    source: "select pg_read_file('/etc/passwd')",
    verdict: 'runtime_error',
    stderr: 'permission denied for function pg_read_file',
  },
  {
    what: 'one value of a hundred megabytes',
    source: "select repeat('x', 100000000)",
    verdict: 'memory_limit',
  },
  {
    what: 'a recursion without end in a function',
    source: `create function f(i int) returns int language plpgsql as $$ begin return f(i + 1); end $$;
      select f(1)`,
    verdict: 'runtime_error',
    stderr: 'stack depth limit exceeded',
  },
];

const attacksOnSqlite: Attack[] = [
  {
    what: 'an endless recursion',
    source:
      'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
    verdict: 'time_limit',
    limits: short,
  },
  {
    what: 'a value of 900 MB',
    source: 'select length(randomblob(900000000))',
    verdict: 'memory_limit',
  },
  {
    what: 'a table that is larger than the memory',
    source: `create table big (x text);
      with recursive n(i) as (select 1 union all select i + 1 from n) insert into big select hex(randomblob(500)) from n`,
    verdict: 'memory_limit',
  },
  {
    what: 'wide rows without end',
    source: `with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000)
      select hex(zeroblob(5000)) from n`,
    verdict: 'output_limit',
  },
  { what: 'a shell', source: '.shell id', verdict: 'runtime_error', stderr: 'syntax error' },
];

describe.skipIf(cannotConfine).for([
  ['postgresql', attacksOnPostgresql],
  ['sqlite', attacksOnSqlite],
] as const)(
  'an attack in %s gets a clear verdict, and the next query is normal',
  { timeout: 6 * HANG_MS },
  ([language, attacks]) => {
    test.skipIf(isMissing(language)).for(attacks)('$what: $verdict', async (attack) => {
      const { source, verdict, stderr = '', limits = {} } = attack;
      const outcome = await runner.run({ language, source, limits });
      expect(outcome).toMatchObject({ verdict, stderr: expect.stringContaining(stderr) });
      const next = await runner.run({ language, source: 'select 7 as x' });
      expect(next).toMatchObject({ verdict: 'accepted', stdout: 'x\n7\n', stderr: '' });
      expect(await runner.statusAtRest()).toMatchObject({ running: 0, waiting: 0 });
    });
  },
);

/** Parts of texts that CSV treats in a special way. */
const part = constantFrom(
  ',',
  '"',
  '\n',
  '\r',
  ' ',
  '\t',
  'NULL',
  'null',
  'x',
  "'",
  '\\',
  'é',
  '😀',
  '7',
  ';',
  '--',
);
const cells = array(option(array(part, { maxLength: 5 }).map((parts) => parts.join(''))), {
  minLength: 800,
  maxLength: 800,
});

describe.skipIf(cannotConfine).for(['sqlite', 'postgresql'] as const)('texts in %s', (language) => {
  test.skipIf(isMissing(language))(
    'are read as they were stored, and differ from NULL',
    async () => {
      await assert(
        asyncProperty(cells, async (texts) => {
          const rows = texts.map(
            (text, index) => `(${index}, ${text === null ? 'null' : quoted(text)})`,
          );
          const outcome = await runner.run({
            language,
            stdin: `create table texts (id integer, one text); insert into texts values ${rows.join(', ')};`,
            source: 'select one from texts order by id',
          });
          expect(outcome).toMatchObject({ verdict: 'accepted', stderr: '' });
          const read = parseTables(outcome.stdout)[0]?.rows.map(([text]) => text);
          // Comparisons take the line breaks of Windows for ordinary ones.
          expect(read).toEqual(texts.map((text) => text?.replaceAll('\r\n', '\n') ?? null));
        }),
        { numRuns: 10 },
      );
    },
  );
});

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

describe.skipIf(cannotConfine || isMissing('postgresql'))('many queries', () => {
  test('at once are each judged in a separate cluster', { timeout: 6 * HANG_MS }, async () => {
    const all = Array.from({ length: 30 }, (_, index) => index);
    const source = 'insert into seen values (2); select * from seen order by 1';
    const outcomes = await Promise.all(
      all.map((index) =>
        runner.run({
          language: 'postgresql',
          source,
          stdin: `create table seen (x integer); insert into seen values (${index + 10});
            grant all on seen to student;`,
        }),
      ),
    );
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(
      all.map((index) => `x\n2\n${index + 10}\n`),
    );
  });
});
