import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LiveTurns } from '@vlabs/contract/running/live-runs';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import pino, { type Logger } from 'pino';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Files } from '../files/files.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { RunnerAddress } from '../runs/dispatching/runner-connection.ts';
import { HostedJudge0 } from '../runs/judge0/hosted-judge0.ts';
import { RunnerPool } from '../runs/dispatching/runner-client.ts';
import { Services } from '../services.ts';
import { METRICS_TOKEN } from './scrape.ts';
import { type TestDatabase, makeTestDatabase } from './database/test-database.ts';

export interface TestServer {
  app: FastifyInstance;
  pool: Pool;
  files: Files;
  close(): Promise<void>;
}

export interface TestApp extends TestServer {
  databaseUrl: string;
  /** Where its files lie, for servers beside it. */
  dataFolder: string;
}

interface Options extends Partial<Parameters<typeof buildApp>[1]> {
  /** The time that counts; that of this machine when not said. */
  clock?: Clock;
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
  /** When a run that its runner does not end is given to another; as usual when not said. */
  longestRunMs?: number;
  /** When terminals give way to people who wait for one. */
  liveTurns?: LiveTurns;
  /** As with the embedded database: whoever else was at work is dead. */
  isOnlyServer?: boolean;
}

/** The whole application on a database of its own, not listening: call it with `app.inject`. */
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

/** Another server on the database of the first one, as in a cluster. Close it before that one. */
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
    isOnlyServer,
    ...others
  } = options;
  const config = readConfig({ ...quietly, VLABS_DATA: folder, ...environment });
  const { judge0 } = config;
  const allRunners = judge0
    ? new HostedJudge0(judge0)
    : new RunnerPool({ runners, lostAfterMs, longestRunMs });
  const parts = { config, pool, clock, log, liveTurns, isOnlyServer };
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
    close: async () => {
      await app.close();
      await services.close();
    },
  };
}
