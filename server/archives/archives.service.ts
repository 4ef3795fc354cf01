import type { Archive, listArchives } from '@vlabs/contract/archives/archives';
import { DAMAGED_ARCHIVES, listArchives as listing } from '@vlabs/contract/archives/archives';
import type { TaskProgress } from '@vlabs/contract/http/tasks';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { lastEndMs, listExtensions, timesOf } from '../attempts/attempts.reads.ts';
import { requireRight } from '../classes/classes.reads.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { notFound } from '../platform/errors.ts';
import type { Tasks } from '../platform/events/tasks.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { printDocument } from '../platform/pdf/print-document.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { findQuiz, quizSubject } from '../quizzes/quizzes.reads.ts';
import { listDamaged } from './archive-checks.queries.ts';
import { ArchiveChecks, QUIET_HOURS } from './archive-checks.ts';
import { JUDGING_HOURS, findWait } from './archive-wait.ts';
import * as queries from './archives.queries.ts';
import { slipDocument } from './slip-document.ts';
import { ArchiveMaker, type MakingServices } from './make-archive.ts';
import { getStateOfAttempts } from './content/snapshot.queries.ts';

const SWEEP_EVERY_MS = 60_000;
/** A job that has written nothing for this long was lost. */
const STUCK_MINUTES = 30;

const Wanted = z.object({ quizId: z.uuid(), number: z.int() });

interface ArchivesServices extends MakingServices {
  jobs: Jobs;
  tasks: Tasks;
}

type Listed = z.output<typeof listArchives.reply>['data'];

/** The sealed archives of tests: made by themselves after the test, listed, and downloaded. */
export class Archives {
  readonly #services: ArchivesServices;
  readonly #maker: ArchiveMaker;
  readonly #checks: ArchiveChecks;

  /** Created before the jobs are started. */
  constructor(services: ArchivesServices) {
    this.#services = services;
    this.#maker = new ArchiveMaker(services);
    const askForNext = (quizIds: readonly string[]) => this.#askForNext(quizIds);
    this.#checks = new ArchiveChecks({ ...services, askForNext });
    const { jobs, tasks, pool, log } = services;
    jobs.handle(queries.SWEEP_JOB, () => this.#sweepAndSchedule());
    jobs.handle(
      queries.MAKE_JOB,
      async (payload) => {
        const wanted = Wanted.parse(payload);
        const outcome = await this.#maker.make(wanted);
        log.info({ ...wanted, outcome }, 'An archive of a test was asked for.');
      },
      { maxAtOnce: 1 },
    );
    tasks.handle('archive', {
      access: ['staff', 'admin'],
      read: async (uniqueId, caller) => {
        await requireRight(pool, caller, { right: listing.right, params: { uniqueId } });
        const [newest] = await queries.listArchivesOf(pool, uniqueId);
        return newest ? progressOf(newest) : null;
      },
    });
  }

  async schedule(): Promise<void> {
    await queries.addSweepJob(this.#services.pool, 0);
    await this.#checks.schedule();
  }

  /** Asks for the archives that are due. */
  async sweep(): Promise<void> {
    await this.#askForFirst();
    await this.#askForNext(await queries.listToErase(this.#services.pool));
    for (const stuck of await queries.listStuck(this.#services.pool, STUCK_MINUTES)) {
      await queries.addMakeJob(this.#services.pool, stuck);
    }
  }

  async list(quizId: string): Promise<Listed> {
    const { pool } = this.#services;
    const archives = await queries.listArchivesOf(pool, quizId);
    const [newest] = archives;
    if (newest) return { archives: archives.map(show), wait: await this.#findQuiet(newest) };
    const wait = await this.#findWait(quizId);
    if (wait !== null) return { archives: [], wait };
    // Who looks need not wait for the sweep.
    await this.#ask({ quizId, number: 1 });
    const asked = await queries.listArchivesOf(pool, quizId);
    return { archives: asked.map(show), wait: asked.length > 0 ? null : { for: 'demo' } };
  }

  async listDamaged() {
    const damaged = await listDamaged(this.#services.pool, DAMAGED_ARCHIVES);
    return damaged.map((one) => ({ ...one, verifiedAt: one.verifiedAt.toISOString() }));
  }

  /** The bytes of a sealed archive, and the name of its file. */
  async open(quizId: string, number: number): Promise<{ name: string; bytes: Readable }> {
    const { pool, files } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    const archive = quiz && (await queries.findArchive(pool, quizId, number));
    const fileId = archive?.fileId ?? null;
    const file =
      fileId === null ? null : await files.stored.findFile({ bucketId: 'archives', fileId });
    if (!quiz || !file) throw notFound('This archive');
    await inTransaction(pool, (db) =>
      recordAct(db, {
        action: 'download-archive',
        subject: quizSubject(quiz),
        details: { number },
      }),
    );
    return { name: file.name, bytes: await files.stored.openFile(file) };
  }

  /** The hashes of an archive, also of one whose bytes were deleted. */
  async printSlip(quizId: string, number: number): Promise<{ name: string; contents: Buffer }> {
    const { pool, pdf, config } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    const archive = quiz && (await queries.findArchive(pool, quizId, number));
    const { sealedAt = null, manifestSha256 = null, zipSha256 = null } = archive ?? {};
    if (!quiz || !sealedAt || manifestSha256 === null || zipSha256 === null) {
      throw notFound('This archive');
    }
    const { institution } = config;
    const hashes = { sealedAt, manifestSha256, zipSha256 };
    const attempts = archive?.total ?? 0;
    const document = slipDocument({ institution, quiz, number, attempts, ...hashes });
    const contents = await printDocument(pdf, document);
    await inTransaction(pool, (db) =>
      recordAct(db, {
        action: 'download-archive',
        subject: quizSubject(quiz),
        details: { number, slip: true },
      }),
    );
    return { name: `test-archive-${number}-slip.pdf`, contents };
  }

  async #sweepAndSchedule(): Promise<void> {
    const { pool, log } = this.#services;
    try {
      await this.sweep();
    } catch (error) {
      log.warn({ err: error }, 'Due archives could not be looked for. Trying again in a minute.');
    }
    await queries.addSweepJob(pool, SWEEP_EVERY_MS);
  }

  async #askForFirst(): Promise<void> {
    const { pool, clock } = this.#services;
    const now = new Date(clock.nowMs());
    for (let after: string | null = null; ;) {
      const page = await queries.listToSeal(pool, { now, judgingHours: JUDGING_HOURS, after });
      for (const { quizId } of page) {
        if ((await this.#findWait(quizId)) === null) await this.#ask({ quizId, number: 1 });
      }
      after = page.at(-1)?.quizId ?? null;
      if (after === null) return;
    }
  }

  /** Archives after the last ones. */
  #askForNext(quizIds: readonly string[]): Promise<void> {
    return inTransaction(this.#services.pool, async (db) => {
      for (const next of await queries.insertNext(db, quizIds)) {
        await queries.addMakeJob(db, next);
      }
    });
  }

  /** The job is in the queue if the row is in the table. */
  #ask(wanted: { quizId: string; number: number }): Promise<void> {
    return inTransaction(this.#services.pool, async (db) => {
      if (await queries.insertArchive(db, wanted)) await queries.addMakeJob(db, wanted);
    });
  }

  /** Until when a test that changed must be quiet. */
  async #findQuiet({ quizId, state, asOf, sealedAt }: queries.ArchiveRow): Promise<Listed['wait']> {
    if (state !== 'sealed' || asOf === null || sealedAt === null) return null;
    const { changedAt } = await getStateOfAttempts(this.#services.pool, quizId);
    if (changedAt === null || changedAt <= asOf || changedAt <= sealedAt) return null;
    const untilMs = changedAt.getTime() + QUIET_HOURS * 3_600_000;
    return { for: 'quiet', until: new Date(untilMs).toISOString() };
  }

  async #findWait(quizId: string): Promise<Listed['wait']> {
    const { pool, clock, graceSeconds } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw notFound('This test');
    const attempts = await getStateOfAttempts(pool, quizId);
    const extensions = await listExtensions(pool, [quizId]);
    const endMs = lastEndMs(timesOf(quiz), extensions);
    const graceMs = graceSeconds * 1000;
    const known = { lastEndMs: endMs, graceMs, attempts, nowMs: clock.nowMs() };
    return findWait(known);
  }
}

function progressOf({ state, done, total }: queries.ArchiveRow): TaskProgress {
  const shown = {
    waiting: 'waiting',
    running: 'running',
    sealed: 'done',
    removed: 'done',
  } as const;
  return { state: shown[state], done, total };
}

const asMoment = (at: Date | null): string | null => at?.toISOString() ?? null;

function show(archive: queries.ArchiveRow): Archive {
  const { quizId: _quizId, asOf: _asOf, fileId: _fileId, ...shown } = archive;
  const { contentSha256: _contentSha256, sealedAt, verifiedAt, ...others } = shown;
  return { ...others, sealedAt: asMoment(sealedAt), verifiedAt: asMoment(verifiedAt) };
}
