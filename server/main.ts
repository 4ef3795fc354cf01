import { setTimeout as delay } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { buildApp } from './app.ts';
import { prepareForPasswords } from './auth/password-rules.ts';
import { type Config, readConfig } from './config.ts';
import { closeDemo, seedDemo } from './demo.ts';
import { DatabaseClock } from './platform/clock.ts';
import { makeDataFolder } from './platform/data-folder.ts';
import { DatabaseWatch } from './platform/postgres/database-watch.ts';
import { listenOn } from './platform/connections/listen-on.ts';
import { logOptions } from './platform/logging.ts';
import { LoopWatch } from './platform/loop-watch.ts';
import { openDatabase } from './platform/postgres/open-database.ts';
import { RunnerProcess } from './platform/runner-process.ts';
import { StartFailure } from './platform/start-failure.ts';
import { HostedJudge0 } from './runs/judge0/hosted-judge0.ts';
import { RunnerPool } from './runs/dispatching/runner-client.ts';
import { RunnerNames } from './runs/dispatching/runner-names.ts';
import type { Runners } from './runs/dispatching/runners.ts';
import { Services } from './services.ts';

/** A runner that has not spoken by then is left to come up beside the server. */
const RUNNER_TIMEOUT_MS = 10_000;
/** What a start is given to finish in when it is asked to end in the middle. */
const START_TIMEOUT_MS = 30_000;
/** What requests under way are given to end in. */
const CLOSE_TIMEOUT_MS = 10_000;
/** And then the jobs. */
const JOBS_TIMEOUT_MS = 20_000;
const DEMO_IS_OPEN = `This installation is a demo: anyone who can reach it can sign in as admin. To close the demo, make an admin:
  npm run admin -- create ROLL-NUMBER --name "FULL NAME" --email ADDRESS`;

const { promise: ended, resolve: end } = Promise.withResolvers<void>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end());
// The command that started this server is gone, in whatever way.
process.once('disconnect', () => end());

// Ended in reverse order, whether the start succeeded or failed in the middle.
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
  // Asked to end while it was starting: what is half started is finished first.
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

/** Starts everything and tells where it listens, and whether the demo is open. */
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
  // The embedded database is its data folder's, and a second server on that is refused.
  const isOnlyServer = config.databaseUrl === null;
  const parts = { config, pool, answers, direct, clock, runners, log, loop, isOnlyServer };
  const services = new Services(parts);
  // Jobs wait for a database that is away, to hand back what they have. Others take it when the lease is over.
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

/** Takes no more requests and lets those under way end; what lasts too long is cut off. */
async function closeApp(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await app.close();
  clearTimeout(timer);
}
