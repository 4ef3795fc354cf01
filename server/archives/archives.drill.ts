import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import {
  SWEEP_JOB as FILES_SWEEP_JOB,
  addSweepJob as addFilesSweepJob,
} from '../files/files.queries.ts';
import { makeAdmin } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type TestDatabase, makeTestDatabase } from '../testing/database/test-database.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { makeSecondServer, makeTestApp } from '../testing/test-app.ts';
import { archivesBy, sit } from './archives.setup.ts';
import { unpack, verifyByHand } from './verify-by-hand.setup.ts';

const ATTEMPTS = 30;

/** A test that is over, with its attempts and no archive. */
async function makeOver(database: TestDatabase): Promise<string> {
  const app = await makeTestApp({ database });
  const quizId = await makeQuiz(app.app, await makeAdmin(database.pool));
  for (let made = 0; made < ATTEMPTS; made += 1) await sit(app, quizId, { 1: '2' });
  await app.close();
  await database.pool.query(
    `update quizzes set starts_at = now() - interval '2 days', ends_at = now() - interval '1 day'`,
  );
  return quizId;
}

/** Statements that meet the condition wait until the function is called. */
async function block(pool: Pool, { on, when }: { on: string; when: string }) {
  await pool.query(`
    create function wait_here() returns trigger language plpgsql as $$
    begin
      if ${when} then perform pg_advisory_xact_lock_shared(1); end if;
      return null;
    end $$;
    create trigger wait_here before ${on} for each statement execute function wait_here()`);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  return {
    waiting: () =>
      vi.waitFor(async () => {
        const { rows } = await pool.query(
          `select from pg_locks where locktype = 'advisory' and objid = 1 and not granted`,
        );
        expect(rows.length).toBeGreaterThan(0);
      }, PATIENTLY),
    release: async () => {
      await holder.query('select pg_advisory_unlock(1)');
      holder.release();
    },
  };
}

const sealed = (pool: Pool) =>
  vi.waitFor(async () => {
    const { rows } = await pool.query('select number, state from archives');
    expect(rows).toEqual([{ number: 1, state: 'sealed' }]);
  }, PATIENTLY);

/** Has the server remove what is a day old, as if everything were; returns what the store still has. */
async function sweepFiles(pool: Pool, folder: string): Promise<string[]> {
  const incoming = join(folder, 'files', 'incoming');
  // What the first sweep gives up, the second one removes.
  for (let sweep = 1; sweep <= 2; sweep += 1) {
    await pool.query(`update file_tombstones set since = now() - interval '40 days'`);
    await pool.query(`update files set updated_at = now() - interval '40 days'`);
    await pool.query(`update file_stores set known_since = now() - interval '40 days'`);
    for (const name of await readdir(incoming)) await utimes(join(incoming, name), 0, 0);
    await addFilesSweepJob(pool, 0);
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from graphile_worker.jobs where key = $1 and run_at > now() and locked_at is null`,
        [FILES_SWEEP_JOB],
      );
      expect(rows).toHaveLength(1);
    }, PATIENTLY);
  }
  expect(await readdir(incoming)).toEqual([]);
  expect((await pool.query('select from file_tombstones')).rows).toEqual([]);
  const names = await readdir(join(folder, 'files', 'stored'), { recursive: true });
  return names.filter((name) => name.includes('/'));
}

test.each([
  {
    where: 'while it writes attempts',
    on: 'update on archives',
    when: `exists (select from archives where state = 'running' and done > 0)`,
  },
  { where: 'while it stores the file', on: 'insert on files', when: 'true' },
  {
    where: 'before it seals the row',
    on: 'update on archives',
    when: 'exists (select from files)',
  },
])('a server that is killed $where leaves one archive and no rest', async ({ on, when }) => {
  const database = await makeTestDatabase();
  const { pool } = database;
  await makeOver(database);
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-killed-'));
  const environment = { DATABASE_URL: database.databaseUrl, VLABS_DATA: folder };
  const blocked = await block(pool, { on, when });

  const first = await startServerProcess(environment);
  await blocked.waiting();
  first.child.kill('SIGKILL');
  await blocked.release();
  await pool.query('drop function wait_here cascade');

  const second = await startServerProcess(environment);
  await sealed(pool);
  const stored = await sweepFiles(pool, folder);
  const { rows } = await pool.query('select storage_key as key from files');
  expect(stored.map((name) => name.split('/').at(-1))).toEqual(rows.map(({ key }) => key));
  expect(rows).toHaveLength(1);
  second.child.kill();
  await new Promise((resolve) => second.child.once('exit', resolve));
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('of two servers that make the archive at the same time, one seals it', async () => {
  const database = await makeTestDatabase();
  const { pool } = database;
  const quizId = await makeOver(database);
  // The first to write an attempt waits, and the other does not.
  const blocked = await block(pool, {
    on: 'update on archives',
    when: `exists (select from archives where state = 'running') and pg_try_advisory_xact_lock(2)`,
  });
  const one = await makeTestApp({ database });
  const other = await makeSecondServer(one);
  const archives = archivesBy(one, await makeAdmin(pool));
  await archives.sweep();
  await blocked.waiting();
  await pool.query(
    `select graphile_worker.add_job('make-archive', $1::json, job_key => 'other', flags => array['make-archive'])`,
    [JSON.stringify({ quizId, number: 1 })],
  );
  await sealed(pool);
  await blocked.release();
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `select from graphile_worker.jobs where task_identifier = 'make-archive'`,
    );
    expect(rows).toEqual([]);
  }, PATIENTLY);
  await sealed(pool);
  expect((await pool.query('select from files')).rows).toHaveLength(1);
  expect(await verifyByHand(unpack(await archives.download(quizId)))).not.toContain('FAILED');
  await other.close();
  await one.close();
  await database.close();
});
