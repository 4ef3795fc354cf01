import { randomUUID } from 'node:crypto';
import {
  Logger,
  type TaskList,
  type WorkerPool,
  runMigrations,
  runTaskList,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { CrashedJobs } from './crashed-jobs.ts';
import type { Log } from '../postgres/dedicated-connection.ts';
import type { LoopWatch } from '../metrics/loop-watch.ts';
import { unlockJobsOfDeadServers, deleteCrashesOfEndedJobs } from './jobs.queries.ts';
import { Lease } from './lease.ts';
import { isConnectionFailure } from '../postgres/database-unavailable.ts';

export { addJob } from './jobs.queries.ts';

/** How often jobs of dead servers are looked for. */
const DEAD_SERVER_CHECK_MS = 5000;
/** How often due jobs are looked for; new ones are announced immediately. */
const DUE_JOB_CHECK_MS = 2000;

const ignore = () => undefined;

/** Creates the job queue's own tables. Run after our migrations; can be repeated. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => ignore) });
}

interface JobsOptions {
  pool: Pool;
  /** Connects to the database itself; defaults to the pool. */
  direct?: Pool | undefined;
  log: Log;
  /** Maximum number of concurrent jobs on this server. */
  concurrency: number;
  /** Is notified of each running job. */
  loop?: LoopWatch | undefined;
  /** True if no other server can use this database; default false. */
  isOnlyServer?: boolean;
  /** Called when another server has died; its unsent events are lost. */
  whenServerDied?: () => void;
}

interface KindOfJob {
  /**
   * Maximum number of concurrent jobs of this kind on this server; the others wait or run
   * elsewhere.
   */
  maxAtOnce?: number;
  /** Flags of jobs that are not taken now, beside the name of the kind. */
  flagsToSkip?: () => string[];
  /** Alternative to `maxAtOnce`: while it returns true, no job of this kind is taken. */
  isFull?: () => boolean;
  /**
   * Reports a failure after the job has crashed its server twice; without it, the job is postponed.
   */
  giveUp?: (payload: unknown) => Promise<void>;
}

/** The persistent job queue. Jobs are stored in the database and run on any free server. */
export class Jobs {
  /**
   * The name that this server locks jobs with. It holds a lease on the name as long as it lives.
   */
  readonly serverName = `server-${randomUUID()}`;
  readonly #options: JobsOptions;
  readonly #tasks: TaskList = {};
  readonly #crashed: CrashedJobs;
  readonly #fullFlags = new Map<string, () => boolean>();
  readonly #moreFlags: (() => string[])[] = [];
  readonly #lease: Lease;
  #leased: Promise<void> | null = null;
  #workers: WorkerPool | null = null;
  #lookForTheDead: NodeJS.Timeout | null = null;
  #stopping = false;

  constructor(options: JobsOptions) {
    this.#options = options;
    this.#crashed = new CrashedJobs(options.pool, options.log);
    const { pool, log, isOnlyServer = false, whenServerDied = ignore } = options;
    const server = this.serverName;
    this.#lease = new Lease({ pool, log, server, isOnlyServer, whenOneDied: whenServerDied });
  }

  /** Number of live servers on this database, including this one, as of a few seconds ago. */
  get livingServers(): number {
    return this.#lease.livingServers;
  }

  /** Registers the handler of a job name. Call before `start`. */
  handle(
    name: string,
    work: (payload: unknown) => Promise<void>,
    { maxAtOnce = Infinity, flagsToSkip, isFull, giveUp }: KindOfJob = {},
  ): void {
    let underWay = 0;
    this.#tasks[name] = async (payload, { job }) => {
      underWay += 1;
      const end = this.#options.loop?.begin({ kind: 'job', name, id: job.id });
      const suspect = {
        id: job.id,
        name,
        work: () => work(payload),
        giveUp: giveUp ? () => giveUp(payload) : null,
      };
      try {
        await (job.attempts === 1 ? work(payload) : this.#crashed.tryAgain(suspect));
      } finally {
        end?.();
        underWay -= 1;
        if (maxAtOnce < Infinity) this.nudge();
      }
    };
    this.#fullFlags.set(name, isFull ?? (() => underWay >= maxAtOnce));
    if (flagsToSkip) this.#moreFlags.push(flagsToSkip);
  }

  /**
   * Registers this server as live and returns the number of live servers. `start` does so if this
   * was not called.
   */
  async takeLease(): Promise<number> {
    this.#leased ??= this.#lease.start();
    await this.#leased;
    return this.livingServers;
  }

  async start(): Promise<void> {
    const { pool } = this.#options;
    await this.takeLease();
    await unlockJobsOfDeadServers(pool, this.serverName);
    await deleteCrashesOfEndedJobs(pool);
    this.#workers = this.#startWorkers();
    this.#lookForTheDead = setInterval(() => void this.#freeJobsOfTheDead(), DEAD_SERVER_CHECK_MS);
  }

  /** Looks for jobs now: one has become due, or there is capacity again. */
  nudge(): void {
    if (!this.#stopping) this.#workers?.nudge(1);
  }

  /** Takes no more jobs and waits for the running ones. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#lookForTheDead) clearInterval(this.#lookForTheDead);
    await this.#workers?.gracefulShutdown('The server is stopping.');
    await this.#lease.stop();
  }

  #startWorkers(): WorkerPool {
    const { pool, direct = pool, log, concurrency } = this.#options;
    const workers = runTaskList(
      {
        concurrency,
        pollInterval: DUE_JOB_CHECK_MS,
        noHandleSignals: true,
        logger: new Logger(() => (level, message) => logAs(log, level, message)),
        forbiddenFlags: () => this.#flagsToSkip(),
        preset: {
          plugins: [
            {
              name: 'LeaseOfWorkersPlugin',
              version: '1.0.0',
              worker: {
                // A worker may lock jobs only after its name has a lease.
                hooks: {
                  startWorker: (_context, event) => this.#lease.add(event.worker.workerPool.id),
                },
              },
            },
          ],
        },
      },
      this.#tasks,
      retryingPool(pool, direct),
    );
    workers.promise.catch((error: unknown) => log.error({ err: error }, 'The job workers ended.'));
    return workers;
  }

  #flagsToSkip(): string[] {
    const full = [...this.#fullFlags].flatMap(([flag, isFull]) => (isFull() ? [flag] : []));
    return [...full, ...this.#moreFlags.flatMap((list) => list())];
  }

  async #freeJobsOfTheDead(): Promise<void> {
    const { pool, log } = this.#options;
    try {
      const dead = await unlockJobsOfDeadServers(pool, this.serverName);
      if (dead > 0) log.warn({ workers: dead }, 'Jobs of dead workers run again.');
    } catch (error) {
      log.warn({ err: error }, 'Could not check for jobs of dead workers.');
    }
  }
}

/** Completed jobs are logged at debug level; other messages keep the library's level. */
function logAs(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message);
  else if (level === 'warning') log.warn(message);
  else log.debug(message);
}

/** SQLSTATE cannot_connect_now. */
const TRY_AGAIN = '57P03';

/** The queue's library retries errors with this code and hides all others. */
class TryAgain extends Error {
  override name = 'TryAgain';
  readonly code = TRY_AGAIN;
}

/**
 * A pool for the job queue's library. The library marks a job as done without awaiting the query
 * and retries only on a few error codes; other connection errors would leave the job locked
 * forever, and the unhandled rejection would end the process.
 * @param direct connects to the database itself, where LISTEN works
 */
function retryingPool(pool: Pool, direct: Pool): Pool {
  return replace(pool, 'connect', (...given: unknown[]) => {
    // The library requests its listening connection by a callback and replaces it itself.
    if (given.length > 0) return Reflect.apply(direct.connect.bind(direct), direct, given);
    return orTryAgain(pool.connect()).then((client) =>
      replace(client, 'query', (...query: unknown[]) =>
        orTryAgain(Reflect.apply(client.query.bind(client), client, query)),
      ),
    );
  });
}

/** Returns a proxy that overrides one method. */
function replace<Thing extends object>(
  thing: Thing,
  method: keyof Thing,
  instead: (...given: unknown[]) => unknown,
): Thing {
  return new Proxy(thing, {
    get: (target, name) => (name === method ? instead : Reflect.get(target, name, target)),
  });
}

async function orTryAgain<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw isConnectionFailure(error)
      ? new TryAgain('The database does not answer.', { cause: error })
      : error;
  }
}
