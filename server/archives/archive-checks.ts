import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import * as queries from './archive-checks.queries.ts';
import type { ArchiveRow } from './archives.queries.ts';
import type { ArchiveFiles } from './make-archive.ts';
import { fetchArchive } from './stored-archive.ts';

const HOUR_MS = 3_600_000;
/** So long after the last change of a test, its archive is compared again. */
export const QUIET_HOURS = 24;
const VERIFIED_EVERY_DAYS = 7;
/** Others may be readable where one is not. */
const MAX_FAILURES = 3;

interface ChecksServices {
  pool: Pool;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  files: Pick<ArchiveFiles, 'stored' | 'incoming'>;
  /** Asks for the archives after the last ones of these tests. */
  askForNext: (quizIds: readonly string[]) => Promise<void>;
}

/** Every hour: finds tests that changed after they were archived, and verifies stored archives. */
export class ArchiveChecks {
  readonly #services: ChecksServices;

  /** Created before the jobs are started. */
  constructor(services: ChecksServices) {
    this.#services = services;
    services.jobs.handle(queries.CHECK_JOB, () => this.#checkAndSchedule());
  }

  schedule(): Promise<void> {
    return queries.addCheckJob(this.#services.pool, 0);
  }

  async #checkAndSchedule(): Promise<void> {
    const { pool, log, clock, askForNext } = this.#services;
    try {
      const quietSince = new Date(clock.nowMs() - QUIET_HOURS * HOUR_MS);
      await askForNext(await queries.listChanged(pool, quietSince));
      await this.#verifyDue();
    } catch (error) {
      log.warn({ err: error }, 'Archives could not be checked. Trying again in an hour.');
    }
    await queries.addCheckJob(pool, HOUR_MS);
  }

  async #verifyDue(): Promise<void> {
    const { pool, log, files } = this.#services;
    await mkdir(files.incoming, { recursive: true, mode: 0o700 });
    let failures = 0;
    for (const archive of await queries.listToVerify(pool, VERIFIED_EVERY_DAYS)) {
      const { quizId, number } = archive;
      try {
        await this.#verify(archive);
      } catch (error) {
        failures += 1;
        log.warn({ err: error, quizId, number }, 'A sealed archive could not be read.');
        // The store seems to be unavailable.
        if (failures === MAX_FAILURES) return;
      }
    }
  }

  async #verify(archive: ArchiveRow): Promise<void> {
    const { pool, log, files } = this.#services;
    const { quizId, number } = archive;
    const path = join(files.incoming, `archive-${randomUUID()}-verified.zip`);
    try {
      const problem = await fetchArchive(files.stored, archive, path);
      const isBroken = problem !== null;
      const isThere = await queries.updateVerified(pool, archive, { isBroken });
      if (isBroken && isThere) {
        log.error(
          { quizId, number, problem },
          'A sealed archive is damaged. Restore it from a backup.',
        );
      }
    } finally {
      await rm(path, { force: true });
    }
  }
}
