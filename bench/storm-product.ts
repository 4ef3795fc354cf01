import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres.ts';
import { type OpenDatabase, openDatabase } from '../server/platform/open-database.ts';
import { hashToken, makeToken } from '../server/platform/sessions.ts';

const MAIN = join(import.meta.dirname, '../server/main.ts');
const READY = /^V-labs is ready at (\S+)$/;
/** Nobody signs in with it: the sessions are there already. */
const NO_PASSWORD = 'no password';

export interface Person {
  id: string;
  token: string;
}

type Pool = OpenDatabase['pool'];

/** The real server on a durable PostgreSQL, whose tables the bench may read past the server. */
export interface StormProduct {
  url: string;
  pool: Pool;
  admin: Person;
  makeStudents(count: number): Promise<Person[]>;
  /** What the database logs of one piece of work. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  stop(): Promise<void>;
}

export async function startStormProduct(): Promise<StormProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-storm-'));
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: true, shared: false });
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PORT: '0',
      DATABASE_URL: postgres.databaseUrl,
      VLABS_DATA: join(dataFolder, 'server'),
      VLABS_DEMO: 'off',
      VLABS_RUNNER_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readyUrlOf(child);
  const { databaseUrl } = postgres;
  const database = await openDatabase({ databaseUrl, dataFolder, shared: true });
  const { pool } = database;
  const [admin] = await insertPeople(pool, 1, 1);
  if (!admin) throw new Error('The admin was not made.');
  return {
    url,
    pool,
    admin,
    makeStudents: (count) => insertPeople(pool, count, 0),
    countStatements: (work) => countStatements(pool, join(dataFolder, 'postgres.log'), work),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await database.close();
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

async function readyUrlOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The server has no standard output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = READY.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The server ended before it was ready.');
}

/** A class that has signed in before the test begins. */
async function insertPeople(pool: Pool, count: number, role: 0 | 1): Promise<Person[]> {
  const people = Array.from({ length: count }, () => ({
    id: `S${randomUUID().slice(0, 13)}`,
    token: makeToken(),
  }));
  const ids = people.map(({ id }) => id);
  await pool.query(
    `insert into people (id, name, email, role, password_hash, registered_at)
      select id, 'Student ' || id, id || '@example.edu', $2, $3, now() from unnest($1::text[]) as id`,
    [ids, role, NO_PASSWORD],
  );
  await pool.query(
    `insert into sessions (token_hash, person_id, address, browser)
      select hash, id, '127.0.0.1', 'bench' from unnest($1::bytea[], $2::text[]) as made (hash, id)`,
    [people.map(({ token }) => hashToken(token)), ids],
  );
  return people;
}

async function countStatements(
  pool: Pool,
  logFile: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const setLogging = async (to: string) => {
    await pool.query(`alter system set log_statement = '${to}'`);
    await pool.query('select pg_reload_conf()');
    // A connection reads its settings anew with its next statement.
    await pool.query('select pg_sleep(0.3)');
  };
  await setLogging('all');
  const mark = `mark ${randomUUID()}`;
  await pool.query(`select '${mark}'`);
  await work();
  await pool.query(`select '${mark}'`);
  await setLogging('none');
  const [, between = ''] = (await readFile(logFile, 'utf8')).split(mark);
  const lines = between.split('\n').filter((line) => /LOG:\s+(execute|statement)/.test(line));
  // The last line is that of the second mark; what jobs and clocks ask beside is left out.
  return lines
    .slice(0, -1)
    .filter((line) => !/graphile_worker\."|clock_timestamp\(\)\) \*/.test(line)).length;
}
