import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { insertRuns } from '../testing/database/full-stores.queries.ts';
import { makeTestDatabase } from '../testing/database/test-database.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { HANG_MS, PATIENTLY } from '../../runner/testing/patience.ts';

const RUNS = 10_000;

test('a server that is killed in the middle of an erasure loses no line and erases nothing twice', async () => {
  const database = await makeTestDatabase();
  const { pool } = database;
  const [admin, student] = [await makeAdmin(pool), await makeStudent(pool)];
  await insertRuns(pool, student.id, { count: RUNS, bytes: 10 });
  await pool.query(`update runs set created_at = now() - interval '2 years'`);
  await insertRuns(pool, student.id, { count: 5, bytes: 10 });
  await pool.query(
    `insert into retention_rules values ('runs', 12, $1, now() - interval '1 minute')`,
    [admin.id],
  );
  // However fast the machine is, it is interrupted after some batches: a later one waits for this lock.
  await pool.query(`
    create function wait_in_the_middle() returns trigger language plpgsql as $$
    begin
      if (select count(*) from runs) < ${RUNS / 2} then perform pg_advisory_xact_lock_shared(1); end if;
      return null;
    end $$;
    create trigger wait_in_the_middle before delete on runs
      for each statement execute function wait_in_the_middle()`);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  const left = async (): Promise<number> =>
    (await pool.query('select count(*)::int as rows from runs')).rows[0].rows;
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-killed-'));
  const environment = { DATABASE_URL: database.databaseUrl, VLABS_DATA: folder };

  const first = await startServerProcess(environment);
  await vi.waitFor(async () => expect(await left()).toBeLessThan(RUNS), {
    timeout: HANG_MS,
    interval: 20,
  });
  first.child.kill('SIGKILL');
  const leftThen = await left();
  expect(leftThen).toBeGreaterThan(5);
  await holder.query('select pg_advisory_unlock(1)');
  holder.release();

  const second = await startServerProcess(environment);
  await vi.waitFor(async () => expect(await left()).toBe(5), PATIENTLY);
  second.child.kill();
  const { rows } = await pool.query(
    `select sum((details ->> 'runs')::int)::int as reported from audit_lines where action = 'erase-by-rule'`,
  );
  expect(rows[0].reported).toBe(RUNS);
  await new Promise((resolve) => second.child.once('exit', resolve));
  await database.close();
  await rm(folder, { recursive: true });
});
