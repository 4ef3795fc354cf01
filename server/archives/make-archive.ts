import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import type { StoredFiles } from '../files/files.reads.ts';
import { recordActOf } from '../platform/audit/audit.ts';
import type { Clock } from '../platform/clock.ts';
import { publishTask } from '../platform/events/tasks.ts';
import type { PdfCompiler } from '../platform/pdf/pdf-compiler.ts';
import type { Log } from '../platform/postgres/dedicated-connection.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { findQuiz, quizSubject } from '../quizzes/quizzes.reads.ts';
import * as queries from './archives.queries.ts';
import { writeFromArchive } from './from-archive.ts';
import { writeFromTest } from './from-test.ts';
import type { Print } from './content/entries.ts';
import type { Made, ToWrite } from './made.ts';
import { fetchArchive } from './stored-archive.ts';

/** Between two reports of progress. */
const REPORT_EVERY = 20;
/** The actor of audit lines that no person causes. */
const THE_SERVER = { by: 'server', address: null, browser: null };

/** The file store, as far as archives need it. */
export interface ArchiveFiles {
  readonly stored: StoredFiles;
  /** The folder of files that are not in the store yet. */
  readonly incoming: string;
  storeMade(
    target: { bucketId: 'archives'; ownerId: string; fileId: string },
    made: {
      name: string;
      path: string;
      sizeBytes: number;
      sha256: Buffer;
      firstBytes: Buffer;
    },
  ): Promise<void>;
}

export interface MakingServices {
  pool: Pool;
  clock: Clock;
  log: Log;
  files: ArchiveFiles;
  pdf: PdfCompiler;
  config: Pick<Config, 'institution'>;
  /** How long after the deadline requests still count. */
  graceSeconds: number;
}

interface Job {
  quizId: string;
  number: number;
  /** Only the job that the row names may go on. */
  token: string;
  erased: ToWrite['erased'];
}

/** What a job did. */
type Outcome = 'sealed' | 'nothing to do' | 'not yet' | 'unchanged' | 'taken over';

/**
 * Makes an archive that was asked for: writes one ZIP file on this disk, stores it, and seals the row last. Another job
 * may take over at any time, after a crash or a long pause; then only the other one seals.
 */
export class ArchiveMaker {
  readonly #services: MakingServices;

  constructor(services: MakingServices) {
    this.#services = services;
  }

  async make({ quizId, number }: { quizId: string; number: number }): Promise<Outcome> {
    const { pool, files } = this.#services;
    const token = randomUUID();
    if (!(await queries.updateBegun(pool, { quizId, number }, token))) return 'nothing to do';
    publishTask(pool, { kind: 'archive', id: quizId });
    await mkdir(files.incoming, { recursive: true, mode: 0o700 });
    const path = join(files.incoming, `archive-${token}.zip`);
    const fetched = join(files.incoming, `archive-${token}-before.zip`);
    try {
      const job = { quizId, number, token, erased: await queries.listErased(pool, quizId) };
      const made = await this.#write(job, { path, fetched });
      if (typeof made === 'string') {
        await queries.deleteUnmade(pool, token);
        return made;
      }
      return (await this.#store(job, made, path)) ? 'sealed' : 'taken over';
    } catch (error) {
      if (error instanceof TakenOver) return 'taken over';
      throw error;
    } finally {
      await rm(path, { force: true });
      await rm(fetched, { force: true });
      publishTask(pool, { kind: 'archive', id: quizId });
    }
  }

  async #write(
    job: Job,
    { path, fetched }: Record<'path' | 'fetched', string>,
  ): Promise<Made | 'not yet' | 'unchanged'> {
    const { pool, files, clock, graceSeconds } = this.#services;
    const { quizId, number, erased } = job;
    const all = await queries.listArchivesOf(pool, quizId);
    const earlier = all.filter((one) => one.number < number).toReversed();
    const report = this.#reporter(job);
    const wanted = { quizId, number, earlier, erased, path, print: this.#print, report };
    const before = earlier.at(-1);
    const quiz = await findQuiz(pool, quizId);
    if (before && quiz && erased.length > 0) {
      const problem = await fetchArchive(files.stored, before, fetched);
      if (problem === null) return writeFromArchive(quiz, wanted, fetched);
      // What can't be copied is read again, and what names the person is removed in any case.
      await inTransaction(pool, (db) => this.#removeBefore(db, job));
    }
    const times = { graceMs: graceSeconds * 1000, nowMs: clock.nowMs() };
    const made = await inTransaction(pool, (db) => writeFromTest(db, wanted, times), {
      once: true,
    });
    if (typeof made === 'string' || !('unchangedUntil' in made)) return made;
    if (before)
      await queries.updateAsOf(pool, { quizId, number: before.number }, made.unchangedUntil);
    return 'unchanged';
  }

  /** A document that cannot be compiled does not stop the archive: a page says where its content is. */
  readonly #print: Print = async (describe) => {
    const { pdf, config, log } = this.#services;
    const document = describe(config.institution);
    try {
      return await pdf.compile(document);
    } catch (error) {
      log.warn({ err: error }, 'an attempt could not be printed for an archive');
      const text =
        'This attempt could not be printed. Its content is in the other files of this folder.';
      return pdf.compile({ ...document, blocks: [{ block: 'text', text }] });
    }
  };

  /** Reports the progress outside of the snapshot, and ends this job if another one has taken over. */
  #reporter({ token, quizId }: Job): ToWrite['report'] {
    const { pool } = this.#services;
    let done = 0;
    return async (total) => {
      done += 1;
      if (done % REPORT_EVERY !== 1 && done !== total) return;
      if (!(await queries.updateProgress(pool, token, { done, total }))) throw new TakenOver();
      publishTask(pool, { kind: 'archive', id: quizId });
    };
  }

  /** The row is sealed when the store has the bytes. */
  async #store(job: Job, made: Made, path: string): Promise<boolean> {
    const { pool, files } = this.#services;
    const { written, quiz } = made;
    const { sizeBytes, zipSha256: sha256, firstBytes } = written;
    const fileId = job.token.replaceAll('-', '');
    const address = { bucketId: 'archives' as const, fileId };
    const name = `test-archive-${job.number}.zip`;
    const owner = { ...address, ownerId: quiz.createdBy };
    await files.storeMade(owner, { name, path, sizeBytes, sha256, firstBytes });
    let isSealed = false;
    try {
      isSealed = await inTransaction(pool, (db) => this.#seal(db, job, { made, fileId }));
    } finally {
      if (!isSealed) await files.stored.deleteFile(pool, address);
    }
    return isSealed;
  }

  async #seal(
    db: Database,
    job: Job,
    { made, fileId }: { made: Made; fileId: string },
  ): Promise<boolean> {
    const { quizId, number, token, erased } = job;
    const { written, added, contents, quiz, ...decided } = made;
    const { contentSha256, manifestSha256, sizeBytes } = written;
    const zipSha256 = written.zipSha256.toString('hex');
    const hashes = { contentSha256, manifestSha256, zipSha256 };
    const sealed = { ...decided, ...hashes, sizeBytes, fileId };
    if (!(await queries.updateSealed(db, token, sealed))) return false;
    await queries.upsertReferences(db, quizId, { added, contents });
    if (erased.length > 0) {
      await queries.updateErased(db, quizId, erased);
      await this.#removeBefore(db, job);
    }
    const details = { number, reason: decided.reason, manifestSha256 };
    const subject = quizSubject(quiz);
    await recordActOf(db, THE_SERVER, { action: 'seal-archive', subject, details });
    return true;
  }

  /** Deletes the bytes of earlier archives, and keeps their hashes. */
  async #removeBefore(db: Database, { quizId, number }: Job): Promise<void> {
    const { stored } = this.#services.files;
    for (const fileId of await queries.updateRemoved(db, { quizId, number })) {
      await stored.deleteFile(db, { bucketId: 'archives', fileId });
    }
  }
}

class TakenOver extends Error {
  override name = 'TakenOver';
}
