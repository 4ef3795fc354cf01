import type { Pool } from 'pg';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findQuiz } from '../../quizzes/quizzes.reads.ts';
import type { AttemptWatch } from './attempt-watch.ts';
import {
  type Attempt,
  type AttemptKey,
  DUE_JOB,
  findAttempt,
  insertDueJob,
  lockAttempt,
  insertSteps,
} from './attempts.queries.ts';
import { type Submission, lockDueAttempts, updateSubmitted } from './submissions.queries.ts';
import { arrivesInTime } from '../rules/deadlines.ts';
import { grade } from '../rules/grading.ts';
import type { Papers } from './papers.ts';

/** Past D + G, so that requests arriving at that moment are still accepted. */
export const DUE_MARGIN_MS = 100;
const SWEEP_EVERY_MS = 60_000;
const AT_ONCE = 200;

const JobPayload = z.object({ quizId: z.uuid(), personId: z.string() });

interface DueServices {
  pool: Pool;
  clock: Clock;
  jobs: Jobs;
  log: Log;
  graceMs: number;
  papers: Papers;
  watch: AttemptWatch;
}

/**
 * Submits attempts of students who did not, with the saved answers: by a job at D + G, by a sweep at every start and
 * each minute, and immediately when somebody asks. Repetitions have no effect.
 */
export class DueAttempts {
  readonly #services: DueServices;
  #timer: NodeJS.Timeout | null = null;

  /** Created before the jobs are started. */
  constructor(services: DueServices) {
    this.#services = services;
    services.jobs.handle(DUE_JOB, (payload) => this.#doJob(JobPayload.parse(payload)));
  }

  async start(): Promise<void> {
    await this.sweep();
    this.#timer = setInterval(() => void this.#sweepOrWarn(), SWEEP_EVERY_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Submits everything due, in batches. */
  async sweep(): Promise<void> {
    while ((await this.#submitDue()) === AT_ONCE);
  }

  /** Returns the attempt after its time, submitted if necessary. */
  async settle(attempt: Attempt): Promise<Attempt> {
    const { pool } = this.#services;
    if (attempt.submittedAt || !this.#isDue(attempt)) return attempt;
    await this.#submitDue(attempt);
    return (await findAttempt(pool, attempt)) ?? attempt;
  }

  async #doJob(key: AttemptKey): Promise<void> {
    const { pool, graceMs } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt || attempt.submittedAt) return;
    if (this.#isDue(attempt)) await this.#submitDue(key);
    // The deadline has moved since the job was added.
    else {
      const dueAtMs = attempt.deadlineAt.getTime() + graceMs + DUE_MARGIN_MS;
      await insertDueJob(pool, key, new Date(dueAtMs));
    }
  }

  #isDue({ deadlineAt }: Attempt): boolean {
    const { clock, graceMs } = this.#services;
    return !arrivesInTime(clock.nowMs(), deadlineAt.getTime(), graceMs);
  }

  async #sweepOrWarn(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.#services.log.warn(
        { err: error },
        'Attempts past their deadline could not be submitted. Trying again in a minute.',
      );
    }
  }

  #submitDue(of?: AttemptKey): Promise<number> {
    const { pool, clock, graceMs, watch } = this.#services;
    return inTransaction(pool, async (db) => {
      const now = new Date(clock.nowMs());
      const due = of
        ? await this.#lockIfDue(db, of)
        : await lockDueAttempts(db, { now, graceMs, max: AT_ONCE });
      if (due.length === 0) return 0;
      const submissions = await this.#gradeAll(db, due);
      await updateSubmitted(db, submissions, now);
      await insertSteps(
        db,
        submissions.map(({ quizId, personId, answered, sha256, submittedAt }) => ({
          quizId,
          personId,
          at: now,
          step: 'submit',
          by: 'server',
          address: null,
          browser: null,
          details: { answered, sha256, submissionDate: submittedAt },
        })),
      );
      for (const quizId of new Set(due.map((attempt) => attempt.quizId))) {
        watch.notify(db, quizId);
      }
      return due.length;
    });
  }

  /** While this waited for the lock, the attempt may have been submitted or its deadline moved. */
  async #lockIfDue(db: Database, key: AttemptKey): Promise<Attempt[]> {
    const attempt = await lockAttempt(db, key);
    return attempt && !attempt.submittedAt && this.#isDue(attempt) ? [attempt] : [];
  }

  async #gradeAll(db: Database, due: readonly Attempt[]): Promise<Submission[]> {
    const submissions: Submission[] = [];
    for (const [quizId, attempts] of Map.groupBy(due, (attempt) => attempt.quizId)) {
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw new Error('An attempt has no quiz.');
      for (const attempt of attempts) {
        const { personId, deadlineAt } = attempt;
        const paper = await this.#services.papers.getPaper(db, quiz, personId);
        submissions.push({
          quizId,
          personId,
          ...grade(paper, attempt, quiz),
          submittedAt: deadlineAt,
          submittedBy: 'server',
        });
      }
    }
    return submissions;
  }
}
