import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveTurns } from '@vlabs/contract/running/live-runs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';
import { type Services, buildApp } from '../app.ts';
import { AssignmentTests } from '../assignments/tests/tests.service.ts';
import { Sittings } from '../attempts/sittings.ts';
import { studentAccounts as accounts } from '../auth/student-accounts.service.ts';
import { readConfig } from '../config.ts';
import type { Files } from '../files/files.service.ts';
import { openFiles } from '../files/open-files.ts';
import { Notices } from '../notices/notices.service.ts';
import type { Clock } from '../platform/clock.ts';
import { Jobs } from '../platform/jobs/jobs.ts';
import { LiveEvents } from '../platform/events/live-events.ts';
import type { RunnerAddress } from '../runs/dispatching/known-runner.ts';
import { HostedJudge0 } from '../runs/judge0/hosted-judge0.ts';
import { RunnerPool } from '../runs/dispatching/runner-client.ts';
import { Runs } from '../runs/runs.service.ts';
import { Similarity } from '../similarity/similarity.service.ts';
import { StudentImports } from '../students/student-imports.ts';
import { type TestDatabase, makeTestDatabase } from './database/test-database.ts';

export interface TestServer {
  app: FastifyInstance;
  pool: Pool;
  files: Files;
  close(): Promise<void>;
}

export interface TestApp extends TestServer {
  databaseUrl: string;
}

interface Options extends Partial<
  Omit<
    Services,
    | 'config'
    | 'pool'
    | 'runs'
    | 'files'
    | 'sittings'
    | 'studentImports'
    | 'assignmentTests'
    | 'notices'
    | 'similarity'
  >
> {
  /** One that outlives the server; one of its own, which does not, when not said. */
  database?: TestDatabase;
  /** Settings that differ from the defaults. The demo is off and registration open unless it is said. */
  environment?: NodeJS.ProcessEnv;
  /** None when not said. */
  runners?: () => readonly RunnerAddress[];
  /** What the services say; nobody reads it when not said. */
  log?: Logger;
  /** Without a word from a runner for so long, its runs are given to another. */
  lostAfterMs?: number;
  /** When terminals give way to people who wait for one. */
  liveTurns?: LiveTurns;
}

/** The whole application on a database of its own, not listening: call it with `app.inject`. */
export async function makeTestApp(options: Options = {}): Promise<TestApp> {
  const { database = await makeTestDatabase(), ...others } = options;
  const server = await makeServer(database.pool, others);
  return {
    ...server,
    databaseUrl: database.databaseUrl,
    close: async () => {
      await server.close();
      if (!options.database) await database.close();
    },
  };
}

/** Another server on the database of the first one, as in a cluster. Close it before that one. */
export function makeSecondServer(first: TestApp, options: Options = {}): Promise<TestServer> {
  return makeServer(first.pool, options);
}

const quietly = { LOG_LEVEL: 'silent', VLABS_DEMO: 'off', VLABS_REGISTRATION: 'open' };
const realClock: Clock = { nowMs: () => Date.now() };

async function makeServer(pool: Pool, options: Omit<Options, 'database'>): Promise<TestServer> {
  const {
    environment,
    runners = () => [],
    clock = realClock,
    lostAfterMs = 15_000,
    log = pino({ level: 'silent' }),
    liveTurns,
    ...services
  } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-test-data-'));
  const config = readConfig({ ...quietly, VLABS_DATA: folder, ...environment });
  const { judge0, runDays, mayDeleteRuns: mayDelete } = config;
  const allRunners = judge0 ? new HostedJudge0(judge0) : new RunnerPool({ runners, lostAfterMs });
  const liveEvents = new LiveEvents({ pool, log });
  const jobs = new Jobs({ pool, log, concurrency: 4 });
  const parts = { pool, jobs, liveEvents, runners: allRunners, log };
  const runs = new Runs({ ...parts, settings: { runDays, mayDelete, liveTurns } });
  const files = openFiles(config, { pool, jobs, log });
  const { graceSeconds } = config;
  const sittings = new Sittings({ pool, clock, liveEvents, jobs, log, graceSeconds });
  const work = {
    assignmentTests: new AssignmentTests({ pool, jobs, runs }),
    similarity: new Similarity({ pool, jobs, log, files }),
    studentImports: new StudentImports({ pool, jobs, liveEvents, files, accounts }),
    notices: new Notices({ pool, clock, liveEvents, graceSeconds }),
  };
  await liveEvents.listening();
  await jobs.start();
  await runs.start();
  await files.start();
  await sittings.start();
  const app = await buildApp({
    checks: {},
    ...services,
    config,
    pool,
    clock,
    runs,
    files,
    sittings,
    ...work,
  });
  await app.ready();
  return {
    app,
    pool,
    files,
    close: async () => {
      await runs.stop();
      sittings.stop();
      work.notices.watch.close();
      await app.close();
      await jobs.stop();
      await liveEvents.close();
      await allRunners.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
