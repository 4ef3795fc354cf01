import { readFile } from 'node:fs/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ROWS_OF_FIRST_RELEASE,
  makeLaterVersion,
} from '../../../testing/database/later-version.ts';
import { listShownRuns } from '../../../runs/store/shown-runs.queries.ts';
import { type TestDatabase, makeTestDatabase } from '../../../testing/database/test-database.ts';
import { migrate, requireTodaysTables } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const RUN = '11111111-1111-4111-8111-111111111111';
/** As the version before wrote it: seconds, and statuses of Judge0. */
const RUN_OF_VERSION_BEFORE = `
  insert into runs (token, owner, priority, language_id, source_code, redirect_stderr_to_stdout, number_of_runs,
    cpu_time_limit, cpu_extra_time, wall_time_limit, memory_limit, stack_limit, max_processes_and_or_threads,
    max_file_size, status_id, finished_at, verdict, stdout, stderr, message, exit_code, exit_signal, "time",
    wall_time, memory, inputs, results)
  values ('${RUN}', 'S1', 0, 71, 'x', false, 1, 2.5, 0.0005, 10, 128000, 0, 60, 1024, 7, now(), 'runtime_error', '1',
    '', 'Caught fatal signal 11', null, 11, 0.31, 0.412, 1000,
    '[{"name": "a", "stdin": "eA==", "expected_output": null}]',
    '[{"name": "a", "status_id": 7, "verdict": "runtime_error", "stdout": "MQ==", "stderr": "",
      "message": "Caught fatal signal 11", "exit_code": null, "exit_signal": 11, "time": 0.31, "wall_time": 0.412,
      "memory": 1000}]')`;

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

/** Of the first release, in columns that a migration replaced. */
const CONVERTED = ['quiz_questions'];

test('an upgrade keeps every row that the first release wrote, and can be repeated', async () => {
  const { pool } = database;
  const [first, ...others] = await readMigrations();
  if (!first) throw new Error('There is no migration.');
  await migrate(pool, { upTo: [first] });
  await pool.query(await readFile(ROWS_OF_FIRST_RELEASE, 'utf8'));
  const tables = (await listTables(pool)).filter(({ name }) => !CONVERTED.includes(name));
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

test('an upgrade keeps a run with its limits, inputs, results and times', async () => {
  const before = await makeTestDatabase('empty');
  const { pool } = before;
  const migrations = await readMigrations();
  const at = migrations.findIndex(({ name }) => name.startsWith('0030'));
  await migrate(pool, { upTo: migrations.slice(0, at) });
  await pool.query(RUN_OF_VERSION_BEFORE);
  await migrate(pool);
  const texts = ['stdout', 'inputs', 'results'] as const;
  const [run] = await listShownRuns(pool, { tokens: [RUN], owner: null, texts, maxBytes: 1e6 });
  const ended = {
    verdict: 'runtime_error',
    message: 'Caught fatal signal 11',
    exitCode: null,
    exitSignal: 11,
    cpuTimeMs: 310,
    wallTimeMs: 412,
    memoryKb: 1000,
  };
  expect(run).toMatchObject({
    driver: null,
    timesEach: 1,
    limits: {
      cpuTimeMs: 2500,
      extraTimeMs: 0.5,
      wallTimeMs: 10_000,
      memoryKb: 128_000,
      stackKb: 0,
      processes: 60,
      fileSizeKb: 1024,
    },
    inputs: [{ name: 'a', stdinBase64: 'eA==', expectedOutputBase64: null }],
    result: {
      ...ended,
      stdout: Buffer.from('1'),
      results: [{ ...ended, name: 'a', stdoutBase64: 'MQ==', stderrBase64: '' }],
    },
  });
  await before.close();
});
