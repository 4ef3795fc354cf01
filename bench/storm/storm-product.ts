import { randomBytes } from 'node:crypto';
import { METRICS_TOKEN } from '../../server/testing/scrape.ts';
import { waitedMs } from './waited.ts';
import { spawnServer } from '../product.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/platform/postgres/embedded-postgres.ts';
import { type OpenDatabase, openDatabase } from '../../server/platform/open-database.ts';
import { type Person, insertPeople } from '../../server/testing/load/people.ts';

type Pool = OpenDatabase['pool'];

/** The cost of a piece of work: statements, and processor seconds. */
export interface Cost {
  statements: number;
  serverSeconds: number;
  postgresSeconds: number;
  clientSeconds: number;
  /** How long the server waited for a processor. */
  waitedSeconds: number;
}

/** The real server on a durable PostgreSQL, whose tables the bench can read directly. */
export interface StormProduct {
  url: string;
  /** The id of the server's process. */
  pid: number;
  /** The runner's folder for caches. */
  runnerFolder: string;
  pool: Pool;
  admin: Person;
  /** The key of a service, for `/judge0`. */
  serviceToken: string;
  makeStudents(count: number): Promise<Person[]>;
  /** Starts to count. The returned function gives the cost so far. */
  beginCost(): Promise<() => Promise<Cost>>;
  stop(): Promise<void>;
}

/** With a runner next to it if programs are part of the storm. */
export async function startStormProduct({ runsPrograms = false } = {}): Promise<StormProduct> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vlabs-storm-'));
  const postgres = await startCountingPostgres(dataFolder);
  const serviceToken = randomBytes(24).toString('hex');
  const { url, pid, stop } = await spawnServer({
    DATABASE_URL: postgres.databaseUrl,
    VLABS_DATA: join(dataFolder, 'server'),
    VLABS_METRICS_TOKEN: METRICS_TOKEN,
    VLABS_SERVICE_TOKENS: `bench:${serviceToken}`,
    ...(!runsPrograms && { VLABS_RUNNER_URL: 'http://127.0.0.1:9' }),
  });
  const { databaseUrl } = postgres;
  const database = await openDatabase({ databaseUrl, dataFolder, shared: true, tables: 'migrate' });
  const { pool } = database;
  const [admin] = await insertPeople(pool, 1, 1);
  if (!admin) throw new Error('The admin was not created.');
  const postmaster = Number.parseInt(
    await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8'),
    10,
  );
  return {
    url,
    pid,
    runnerFolder: join(dataFolder, 'server/runner'),
    pool,
    admin,
    serviceToken,
    makeStudents: (count) => insertPeople(pool, count, 0),
    beginCost: () => beginCost(pool, { server: pid, postmaster }),
    stop: async () => {
      await stop();
      await database.close();
      await postgres.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Statements are counted from its second start on. */
async function startCountingPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const options = { dataFolder, durable: true, shared: false };
  const first = await startEmbeddedPostgres(options);
  const { databaseUrl } = first;
  const database = await openDatabase({ databaseUrl, dataFolder, shared: true, tables: 'migrate' });
  const { pool } = database;
  await pool.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await pool.query('create extension pg_stat_statements');
  await database.close();
  await first.stop();
  return startEmbeddedPostgres(options);
}

async function beginCost(
  pool: Pool,
  { server, postmaster }: { server: number; postmaster: number },
): Promise<() => Promise<Cost>> {
  await pool.query('select pg_stat_statements_reset()');
  const read = async () => ({
    server: await readCpuSeconds(server),
    postgres: await readFamilyCpuSeconds(postmaster),
    waited: waitedMs(server) / 1000,
    client: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  });
  const before = await read();
  return async () => {
    const after = await read();
    return {
      statements: await countStatements(pool),
      serverSeconds: after.server - before.server,
      postgresSeconds: after.postgres - before.postgres,
      clientSeconds: after.client - before.client,
      waitedSeconds: after.waited - before.waited,
    };
  };
}

/** Includes begin and commit; excludes the statements of the job queue and the clock. */
async function countStatements(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `select coalesce(sum(calls), 0) as count from pg_stat_statements
      where toplevel and query !~ '_private|pg_stat_statements|clock_timestamp\\(\\)\\) \\*'`,
  );
  return Number(rows[0]?.count);
}

const TICKS_PER_SECOND = 100;

/** User and system time. For a process tree, includes children that have ended. */
async function readCpuSeconds(pid: number, withEnded = false): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets, which may contain blanks.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, count) => sum + count, 0);
  return ticks / TICKS_PER_SECOND;
}

async function readFamilyCpuSeconds(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  const seconds = await Promise.all(pids.map((pid) => readCpuSeconds(pid)));
  return seconds.reduce((sum, one) => sum + one, await readCpuSeconds(postmaster, true));
}
