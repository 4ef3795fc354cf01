import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveTurns } from '@vlabs/contract/runs/live-runs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Files } from '../files/files.service.ts';
import type { StartLimits } from '../attempts/sitting/start-line.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunnerAddress } from '../runs/runners/runner-connection.ts';
import { HostedJudge0 } from '../runs/judge0/hosted-judge0.ts';
import { RunnerPool } from '../runs/runners/runner-client.ts';
import { Services } from '../services.ts';
import { METRICS_TOKEN } from './scrape.ts';
import { type TestDatabase, makeTestDatabase } from './database/test-database.ts';

export interface TestServer {
  app: FastifyInstance;
  pool: Pool;
  files: Files;
  mail: MailService;
  close(): Promise<void>;
}

export interface TestApp extends TestServer {
  databaseUrl: string;
  /** The data folder, for servers that share it. */
  dataFolder: string;
}

interface Options extends Partial<Parameters<typeof buildApp>[1]> {
  /** Default: this machine's clock. */
  clock?: Clock;
  /** A database that outlives the server; default: a new one that does not. */
  database?: TestDatabase;
  /**
   * Settings that differ from the defaults. By default the demo is off and registration is open.
   */
  environment?: NodeJS.ProcessEnv;
  /** Default: none. */
  runners?: () => readonly RunnerAddress[];
  /** Default: nothing is logged. */
  log?: Logger;
  /** Silence after which a runner is lost and its runs are retried elsewhere. */
  lostAfterMs?: number;
  /** Time after which a run that its runner does not end is retried elsewhere; has a default. */
  longestRunMs?: number;
  /** When terminals yield to waiting people. */
  liveTurns?: LiveTurns;
  /** How many students start a test at the same time. */
  startLimits?: Partial<StartLimits>;
  /** As with the embedded database: all earlier servers are dead. */
  isOnlyServer?: boolean;
}

/** The whole application on its own database, not listening: call it with `app.inject`. */
export async function makeTestApp(options: Options = {}): Promise<TestApp> {
  const { database = await makeTestDatabase(), ...others } = options;
  const folder = await mkdtemp(join(tmpdir(), 'vlabs-test-data-'));
  const server = await makeServer(database.pool, folder, others);
  return {
    ...server,
    databaseUrl: database.databaseUrl,
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
      if (!options.database) await database.close();
    },
  };
}

/** A second server on the first one's database. Close it first. */
export function makeSecondServer(first: TestApp, options: Options = {}): Promise<TestServer> {
  return makeServer(first.pool, first.dataFolder, options);
}

const quietly = {
  LOG_LEVEL: 'silent',
  VLABS_DEMO: 'off',
  VLABS_REGISTRATION: 'open',
  VLABS_METRICS_TOKEN: METRICS_TOKEN,
};
const realClock: Clock = { nowMs: () => Date.now() };

async function makeServer(
  pool: Pool,
  folder: string,
  options: Omit<Options, 'database'>,
): Promise<TestServer & { dataFolder: string }> {
  const {
    environment,
    runners = () => [],
    clock = realClock,
    lostAfterMs = 15_000,
    longestRunMs,
    log = pino({ level: 'silent' }),
    liveTurns,
    startLimits,
    isOnlyServer,
    ...others
  } = options;
  const config = readConfig({ ...quietly, VLABS_DATA: folder, ...environment });
  const { judge0 } = config;
  const allRunners = judge0
    ? new HostedJudge0(judge0)
    : new RunnerPool({ runners, lostAfterMs, longestRunMs });
  const parts = { config, pool, clock, log, liveTurns, startLimits, isOnlyServer };
  const services = new Services({ ...parts, runners: allRunners });
  try {
    await services.start();
  } catch (error) {
    await services.close();
    throw error;
  }
  const app = await buildApp(services, { checks: {}, busyAfterMs: 0, ...others });
  await app.ready();
  return {
    app,
    pool,
    dataFolder: config.dataFolder,
    files: services.files,
    mail: services.mail,
    close: async () => {
      await app.close();
      await services.close();
    },
  };
}
