import type { Pool } from 'pg';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { requeueLostRuns } from '../store/runs.queries.ts';

/** How often every server looks for runs of dead servers. */
const LOOK_FOR_LOST_MS = 5000;

export interface LostRunsDependencies {
  pool: Pool;
  jobs: Jobs;
  log: Log;
}

/** Requeues runs that no server is executing, at start and periodically. */
export class LostRuns {
  readonly #given: LostRunsDependencies;
  readonly #listUnderWay: () => string[];
  #timer: NodeJS.Timeout | undefined;

  /** @param listUnderWay tokens of the runs this server is executing */
  constructor({ pool, jobs, log }: LostRunsDependencies, listUnderWay: () => string[]) {
    this.#given = { pool, jobs, log };
    this.#listUnderWay = listUnderWay;
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#requeue(), LOOK_FOR_LOST_MS).unref();
    await this.#requeue();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #requeue(): Promise<void> {
    const { pool, jobs, log } = this.#given;
    const underWay = this.#listUnderWay();
    const wanted = { server: jobs.serverName, underWay, afterMs: LOOK_FOR_LOST_MS };
    try {
      const lost = await requeueLostRuns(pool, wanted);
      if (lost > 0) log.warn({ runs: lost }, 'Requeued runs that no server was executing.');
    } catch (error) {
      log.warn({ err: error }, 'Could not check for lost runs.');
    }
  }
}
