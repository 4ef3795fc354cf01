import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { prepareForPasswords } from './auth/password-rules.ts';
import { type Config, readConfig } from './config.ts';
import { closeDemo, seedDemo } from './demo/demo.ts';
import { DatabaseClock } from './platform/clock.ts';
import { makeDataFolder } from './platform/start/data-folder.ts';
import { DatabaseWatch } from './platform/postgres/database-watch.ts';
import { listenOn } from './platform/connections/listen-on.ts';
import { logOptions } from './platform/metrics/logging.ts';
import { LoopWatch } from './platform/metrics/loop-watch.ts';
import { openDatabase } from './platform/open-database.ts';
import { RunnerProcess } from './platform/runner-process.ts';
import { StartFailure } from './platform/start/start-failure.ts';
import { HostedJudge0 } from './runs/judge0/hosted-judge0.ts';
import { RunnerPool } from './runs/runners/runner-client.ts';
import { RunnerNames } from './runs/runners/runner-names.ts';
import type { Runners } from './runs/runners/runners.ts';
import { Services } from './services.ts';

/** After this time the start continues without waiting for the runner. */
const RUNNER_TIMEOUT_MS = 10_000;
/** Time for an interrupted start to finish. */
const START_TIMEOUT_MS = 30_000;
/** Time for requests in progress to end. */
const CLOSE_TIMEOUT_MS = 10_000;
/** Time for jobs to end, after the requests. */
const JOBS_TIMEOUT_MS = 20_000;
const DEMO_IS_OPEN = `This installation is a demo: anyone who can reach it can sign in as admin. To close the demo, make an admin:
  npm run admin -- create ROLL-NUMBER --name "FULL NAME" --email ADDRESS`;

const { promise: ended, resolve: end } = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
// The command that started this server is gone.
process.once('disconnect', () => end());

// Disposed in reverse order, after a successful or failed start.
const whatStarted = new AsyncDisposableStack();
try {
  const config = readConfig();
  const { logger } = logOptions(config.logLevel);
  const ready = start(config, pino(logger, logger.stream), whatStarted);
  const started = await Promise.race([ready, ended]);
  if (started) {
    console.log(`V-labs is ready at ${started.url}`);
    if (started.isDemo) console.log(DEMO_IS_OPEN);
  }
  await ended;
  // If asked to stop while starting, waits for the start first.
  await Promise.race([ready, delay(START_TIMEOUT_MS)]);
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error);
  process.exitCode = 1;
}
try {
  await whatStarted.disposeAsync();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
process.exit();

/** Starts everything, and prints the address and whether the demo is open. */
async function start(
  config: Config,
  log: Logger,
  started: AsyncDisposableStack,
): Promise<{ url: string; isDemo: boolean }> {
  await makeDataFolder(config.dataFolder);
  const runner = startRunner(config, log);
  if (runner) started.defer(() => runner.stop());

  const database = await openDatabase({ ...config, shared: false, tables: 'migrate' });
  started.defer(() => database.close());
  const { pool, answers, direct, cut } = database;
  const watch = new DatabaseWatch({ pool, log, cut });
  started.defer(() => watch.close());
  const isDemo = config.demo && (await seedDemo(pool));
  if (!config.demo) await closeDemo(pool);

  const loop = new LoopWatch(log);
  started.defer(() => loop.stop());
  const clock = new DatabaseClock({ pool, log });
  started.defer(() => clock.stop());
  await clock.start();
  const { runnerUrls: urls, runnerToken } = config;
  const names = new RunnerNames({ urls, token: runnerToken ?? '', log });
  started.defer(() => names.stop());
  await names.start();
  const runners = makeRunners(config, { runner, names });
  // A second server on the embedded database's data folder is refused.
  const isOnlyServer = config.databaseUrl === null;
  const parts = { config, pool, answers, direct, clock, runners, log, loop, isOnlyServer };
  const services = new Services(parts);
  // Jobs wait for an unavailable database to be handed back. After the lease ends, other servers
  // take them.
  started.defer(() => Promise.race([services.close(), delay(JOBS_TIMEOUT_MS)]));
  await services.start();

  await prepareForPasswords(config);
  const app = await buildApp(services, { checks: { runner: () => requireRunner(runners) } });
  started.defer(() => closeApp(app));
  if (runner) await Promise.race([runner.announced, delay(RUNNER_TIMEOUT_MS)]);
  await app.keepPages();
  return { url: await listenOn(app, config), isDemo };
}

function startRunner(config: Config, log: Logger): RunnerProcess | null {
  const isElsewhere = config.runnerUrls.length > 0 || config.judge0 !== null;
  return isElsewhere ? null : new RunnerProcess(config, log);
}

function makeRunners(
  { judge0 }: Config,
  { runner, names }: { runner: RunnerProcess | null; names: RunnerNames },
): Runners {
  if (judge0) return new HostedJudge0(judge0);
  return new RunnerPool({
    runners: () => (runner?.address ? [runner.address] : names.addresses),
    whyNone: () => runner?.reason ?? null,
  });
}

async function requireRunner(runners: Runners): Promise<void> {
  const { available, reason } = await runners.getAvailability();
  if (!available) throw new Error(reason ?? 'No runner is ready.');
}

/** Takes no more requests, waits for those in progress, and closes the rest after a timeout. */
async function closeApp(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(timer);
}
