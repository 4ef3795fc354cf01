import type { Pool } from 'pg';
import { z } from 'zod';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { OLD_RUNS_JOB, addOldRunsJob, deleteRunsOlderThan } from '../store/run-history.queries.ts';

const ONE_DAY_MS = 24 * 60 * 60_000;
/** Batch size, so that no statement runs for long. */
const AT_ONCE = 1000;

/** The retention period is part of the job, so the server that started last decides for all. */
const JobPayload = z.object({ days: z.int() });

/** Deletes runs past the retention period, daily and at every start. */
export class OldRuns {
  readonly #pool: Pool;
  readonly #days: number;

  /** Create before the jobs are started. */
  constructor({ pool, jobs, days }: { pool: Pool; jobs: Jobs; days: number }) {
    this.#pool = pool;
    this.#days = days;
    jobs.handle(OLD_RUNS_JOB, (payload) => this.#deleteSome(JobPayload.parse(payload).days));
  }

  schedule(): Promise<void> {
    return addOldRunsJob(this.#pool, this.#days, 0);
  }

  /** Adds the next job in the same transaction as the deletion. */
  async #deleteSome(days: number): Promise<void> {
    await inTransaction(this.#pool, async (db) => {
      const deleted = await deleteRunsOlderThan(db, days, AT_ONCE);
      await addOldRunsJob(db, days, deleted === AT_ONCE ? 0 : ONE_DAY_MS);
    });
  }
}
