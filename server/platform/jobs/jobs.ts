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
import { deleteCrashesOfEndedJobs } from './crashed-jobs.queries.ts';
import type { Log } from '../postgres/dedicated-connection.ts';
import type { LoopWatch } from '../loop-watch.ts';
import { unlockJobsOfTheDead } from './jobs.queries.ts';
import { Lease } from './lease.ts';
import { retryingPool } from '../postgres/retrying-pool.ts';

export { addJob } from './jobs.queries.ts';

/** How long a job of a server that was killed waits after its lease has ended. */
const LOOK_FOR_THE_DEAD_MS = 5000;
/** Jobs that become due are looked for this often; new ones are heard of at once. */
const LOOK_FOR_DUE_JOBS_MS = 2000;

const ignore = () => undefined;

/** Brings the job queue's own tables; after our migrations, and safe to repeat. */
export async function migrateJobs(pool: Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => ignore) });
}

interface JobsOptions {
  pool: Pool;
  /** Leads to the database itself; the pool does when not said. */
  direct?: Pool | undefined;
  log: Log;
  /** How many jobs this server works on at a time. */
  concurrency: number;
  /** Hears of each job as long as it is under way. */
  loop?: LoopWatch | undefined;
  /** No other server can be at work on this database; not so when not said. */
  isOnlyServer?: boolean;
  /** Another server has ended without a word: what it had to tell was not told. */
  whenServerDied?: () => void;
}

interface KindOfJob {
  /** So many of the kind go on in this server at a time; the others wait, or go to another server. */
  maxAtOnce?: number;
  /** In place of `maxAtOnce`: while it answers true, no job flagged with the name is taken. */
  isFull?: () => boolean;
  /** Ends what a job was for under which the server has died twice; without it the job is put off. */
  giveUp?: (payload: unknown) => Promise<void>;
}

/** Work that must not be lost: kept in the database, done by whichever server is free. */
export class Jobs {
  /** The name under which this server holds what it works on; it has a lease on it as long as it lives. */
  readonly serverName = `server-${randomUUID()}`;
  readonly #options: JobsOptions;
  readonly #tasks: TaskList = {};
  readonly #crashed: CrashedJobs;
  readonly #fullFlags = new Map<string, () => boolean>();
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

  /** How many servers work on this database, this one with them; as of a few seconds ago. */
  get livingServers(): number {
    return this.#lease.livingServers;
  }

  /** Says who does the jobs of a name; before `start`. */
  handle(
    name: string,
    work: (payload: unknown) => Promise<void>,
    { maxAtOnce = Infinity, isFull, giveUp }: KindOfJob = {},
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
  }

  /** From now on this server counts as living; says how many do. Taken by `start` where it was not before. */
  async takeLease(): Promise<number> {
    this.#leased ??= this.#lease.start();
    await this.#leased;
    return this.livingServers;
  }

  async start(): Promise<void> {
    const { pool } = this.#options;
    await this.takeLease();
    await unlockJobsOfTheDead(pool, this.serverName);
    await deleteCrashesOfEndedJobs(pool);
    this.#workers = this.#startWorkers();
    this.#lookForTheDead = setInterval(() => void this.#freeJobsOfTheDead(), LOOK_FOR_THE_DEAD_MS);
  }

  /** Looks for a job now: one became due, or there is room again for one that was left. */
  nudge(): void {
    if (!this.#stopping) this.#workers?.nudge(1);
  }

  /** Takes no more jobs and waits for those under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#lookForTheDead) clearInterval(this.#lookForTheDead);
    await this.#workers?.gracefulShutdown('The server stops.');
    await this.#lease.stop();
  }

  #startWorkers(): WorkerPool {
    const { pool, direct = pool, log, concurrency } = this.#options;
    const workers = runTaskList(
      {
        concurrency,
        pollInterval: LOOK_FOR_DUE_JOBS_MS,
        noHandleSignals: true,
        logger: new Logger(() => (level, message) => logAs(log, level, message)),
        forbiddenFlags: () => this.#flagsToSkip(),
        preset: {
          plugins: [
            {
              name: 'LeaseOfWorkersPlugin',
              version: '1.0.0',
              worker: {
                // A worker takes its first job only when there is a lease on the name that it locks jobs with.
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
    return [...this.#fullFlags].flatMap(([flag, isFull]) => (isFull() ? [flag] : []));
  }

  async #freeJobsOfTheDead(): Promise<void> {
    const { pool, log } = this.#options;
    try {
      const dead = await unlockJobsOfTheDead(pool, this.serverName);
      if (dead > 0) log.warn({ workers: dead }, 'Jobs of workers that died are done again.');
    } catch (error) {
      log.warn({ err: error }, 'Jobs of dead workers could not be looked for.');
    }
  }
}

/** A finished job is everyday; the rest keeps the level that the library gives it. */
function logAs(log: Log, level: string, message: string): void {
  if (level === 'error') log.error(message);
  else if (level === 'warning') log.warn(message);
  else log.debug(message);
}
