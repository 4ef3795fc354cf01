import type { OutputRule } from '@vlabs/contract/runs/test-case';
import { afterAll, describe, expect, test } from 'vitest';
import { HANG_MS } from '../testing/patience.ts';
import { explainSkip, type Program, startRunner } from '../testing/start-runner.ts';

const runner = await startRunner({ VLABS_RUNNER_SLOTS: '2' });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const { languages } = await runner.status();
const isInstalled = (key: string) => languages.some(({ language }) => language === key);
const engines = (['sqlite', 'postgresql'] as const).filter(isInstalled);

const SCHEMA = `
create table students (id integer primary key, name text not null, year integer);
insert into students values (1, 'Asha', 1), (2, 'Ravi', 2), (3, 'Meera, K.', null), (4, '', 2);
select 'rows of the schema are not shown';
`;

const run = (language: Program['language'], source: string, more: Partial<Program> = {}) =>
  runner.run({ language, source, stdin: SCHEMA, ...more });

const ROWS: OutputRule = { comparison: 'rows', tolerance: 0 };

const toBase64 = (text: string) => Buffer.from(text).toString('base64');

/** The verdict by the rule of rows. */
async function judge(language: Program['language'], source: string, expected: string) {
  const inputs = [
    { stdinBase64: toBase64(SCHEMA), expectedOutputBase64: toBase64(expected), rule: ROWS },
  ];
  return (await run(language, source, { order: { inputs } })).verdict;
}

describe.skipIf(cannotConfine).for(engines)('a query in %s', { timeout: 4 * HANG_MS }, (engine) => {
  test('prints its results as tables, after the schema was made', async () => {
    const source = `
      select name, year from students order by id;
      select name as "NULL" from students where id > 100;
      select ' a' as blank, 'NULL' as word, 'x"y' as quote, 'é' as letter, 1.50 as number;`;
    expect(await run(engine, source)).toMatchObject({
      verdict: 'accepted',
      stdout:
        'name,year\nAsha,1\nRavi,2\n"Meera, K.",NULL\n"",2\n\n"NULL"\n\n' +
        `blank,word,quote,letter,number\n" a","NULL","x""y",é,${engine === 'sqlite' ? '1.5' : '1.50'}\n`,
      stderr: '',
    });
  });

  test('is told the line and column of its error, and keeps the results before it', async () => {
    const wrong = await run(engine, 'select 7 as x;\n\n  select nme from students;');
    expect(wrong).toMatchObject({ verdict: 'runtime_error', exitCode: 1 });
    expect(wrong.stderr).toMatch(/^script\.sql:3:10: error: .*nme/);
    const early = await run(engine, 'select 1;', { stdin: 'create table a (x integer);\ncreat' });
    expect(early).toMatchObject({ verdict: 'runtime_error', exitCode: 1, stdout: '' });
    expect(early.stderr).toMatch(/^input\.sql:2:1: error: .*syntax error/);
  });

  test('shows a thousand rows of a result, says so, and goes on', async () => {
    const count = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
      select i from n; select 'end' as more;`;
    const { stdout, stderr, verdict } = await run(engine, count);
    expect(verdict).toBe('accepted');
    expect(stdout.split('\n').slice(999)).toEqual(['999', '1000', '', 'more', 'end', '']);
    expect(stderr).toBe('Only the first 1000 rows of a result are shown.\n');
  });

  test('is right with the rows in any order, and not without a row', async () => {
    const expected = 'NAME,year\nRavi,2\nAsha,1.0\n';
    const right = 'select name, year from students where id < 3 order by 1';
    expect(await judge(engine, right, expected)).toBe('accepted');
    expect(await judge(engine, `${right} limit 1`, expected)).toBe('wrong_answer');
    expect(await judge(engine, 'select year, name from students', expected)).toBe('wrong_answer');
  });

  test('may make its own tables, which the next query does not find', async () => {
    const source =
      'create table mine (x integer); insert into mine values (3); select * from mine;';
    expect(await run(engine, source)).toMatchObject({ verdict: 'accepted', stdout: 'x\n3\n' });
    expect(await run(engine, 'select * from mine')).toMatchObject({ verdict: 'runtime_error' });
  });

  test('runs without a schema, and without a query', async () => {
    expect(await run(engine, 'select 1 as x', { stdin: '' })).toMatchObject({ stdout: 'x\n1\n' });
    expect(await run(engine, '-- nothing\n')).toMatchObject({ verdict: 'accepted', stdout: '' });
  });

  test('ends at the limits of its output and of its time', async () => {
    const wide = `with recursive n(i) as (select 1 union all select i + 1 from n where i < 900)
      select i, replace('${'x'.repeat(2000)}', 'x', 'abc') from n`;
    expect(await run(engine, wide)).toMatchObject({ verdict: 'output_limit' });
    const all = Array.from({ length: 16 }, (_, index) => `students s${index}`);
    const endless = `select count(*) from ${all.join(', ')}`;
    const limits = { cpuTimeMs: 300, extraTimeMs: 0 };
    expect((await run(engine, endless, { limits })).verdict).toBe('time_limit');
  });

  test('has one stream if the run asks for one', async () => {
    const order = { redirectStderrToStdout: true };
    const { stdout, stderr } = await run(engine, 'select nothing', { order });
    expect(stdout).toMatch(/^script\.sql:1:8: error: /);
    expect(stderr).toBe('');
  });
});

describe.skipIf(cannotConfine || !isInstalled('sqlite'))('SQLite', () => {
  test.for([
    ['.shell id', 'syntax error'],
    ['select writefile(1, 2)', 'no such function'],
    ["select load_extension('x')", 'not authorized'],
    ["attach '/tmp/x' as x", 'too many attached databases'],
    ["vacuum into '/tmp/x'", 'too many attached databases'],
  ])('refuses %s', async ([source = '', error]) => {
    const refused = await run('sqlite', source);
    expect(refused).toMatchObject({ verdict: 'runtime_error', exitCode: 1 });
    expect(refused.stderr).toContain(error);
  });
});

describe.skipIf(cannotConfine || !isInstalled('postgresql'))(
  'PostgreSQL',
  { timeout: 4 * HANG_MS },
  () => {
    test('gives a query the teacher’s tables to read, and to change only if the schema says so', async () => {
      const change = 'delete from students where id = 1; select count(*) from students;';
      const refused = await run('postgresql', change);
      expect(refused.stderr).toContain('permission denied for table students');
      const stdin = `${SCHEMA}; grant delete on students to student;`;
      expect(await run('postgresql', change, { stdin })).toMatchObject({ stdout: 'count\n3\n' });
    });

    test('lets a query change neither the schema nor roles, nor reach files and programs', async () => {
      const attempts = [
        'create table public.x (a int)',
        'drop table students',
        'alter table students add column a int',
        'create role other',
        'set role teacher',
        'create extension dblink',
        "select pg_read_file('/etc/passwd')",
        "copy students to '/tmp/x'",
        "copy (select 1) to program 'id'",
        "select lo_import('/etc/passwd')",
        'alter system set fsync = on',
      ];
      for (const source of attempts) {
        const { stderr } = await run('postgresql', source);
        expect(stderr).toMatch(/error: (?:permission denied|must be owner|permission)/);
      }
    });

    test('does what a course needs: functions, views, triggers, windows and JSON', async () => {
      const source = `
        create view second as select name from students where year = 2;
        create function twice(n integer) returns integer language sql as $$ select 2 * n $$;
        create temp table log (line text);
        create table mine (x integer);
        create function note() returns trigger language plpgsql as $$
          begin insert into log values ('new ' || new.x); raise notice 'noted %', new.x; return new; end $$;
        create trigger noted before insert on mine for each row execute function note();
        insert into mine values (twice(4));
        select line, rank() over (order by line), '{"a": [1]}'::jsonb -> 'a' as a from log;`;
      expect(await run('postgresql', source)).toMatchObject({
        stdout: 'line,rank,a\nnew 8,1,[1]\n',
        stderr: 'NOTICE: noted 8\n',
      });
    });

    test('runs two queries at once that neither see nor block nor stop each other', async () => {
      const source = `
        select pg_advisory_lock(1);
        select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()
          and usename <> 'teacher';
        select pg_terminate_backend(pid) from pg_stat_activity where usename = 'student' and pid <> pg_backend_pid();
        notify everyone; select pg_sleep(0.3); select count(*) from pg_listening_channels();`;
      const both = await Promise.all([run('postgresql', source), run('postgresql', source)]);
      const want = {
        verdict: 'accepted',
        stdout: expect.stringContaining('\ncount\n0\n\npg_terminate_backend\n\npg_sleep\n'),
      };
      expect(both).toEqual([expect.objectContaining(want), expect.objectContaining(want)]);
    });

    test('is not held up by a transaction that its schema left open', async () => {
      const stdin = `${SCHEMA} begin; lock table students; create temp table left_over (x integer);`;
      const outcome = await run('postgresql', 'select count(*) as n from students', { stdin });
      expect(outcome).toMatchObject({ verdict: 'accepted', stdout: 'n\n4\n' });
    });

    test('says what COPY does not do here', async () => {
      const stdin = 'create table a (x integer);\ncopy a from stdin;';
      const { stderr } = await run('postgresql', 'select 1', { stdin });
      expect(stderr).toContain('COPY FROM STDIN has no data here: use INSERT.');
    });
  },
);
