import {
  type Judging as ShownJudging,
  type ProgramOfAttempt,
  type WritingStep,
  getJudging,
} from '@vlabs/contract/attempts/judging';
import { testRunTag } from '@vlabs/contract/runs/runs-in-tests';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Pool } from 'pg';
import { z } from 'zod';
import { requireRight } from '../../classes/classes.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Tasks, publishTask } from '../../platform/events/tasks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { Log } from '../../platform/postgres/dedicated-connection.ts';
import {
  type PaperQuestion,
  type Quiz,
  findQuiz,
  quizSubject,
} from '../../quizzes/quizzes.reads.ts';
import { type ProgramRunner, countRuns } from '../../runs/runs.reads.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  lockAttempt,
  countHandMarks,
} from '../store/attempts.queries.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import { scoreOf } from '../rules/grading.ts';
import { notStarted, unknownQuiz } from '../store/attempt-refusals.ts';
import type { Papers } from '../store/papers.ts';
import {
  JUDGE_JOB,
  asJudgements,
  countJudged,
  insertJudgeJobs,
  judgeFlag,
  judgeWaiting,
  listJudgements,
  listUnjudged,
  updateJudgedScore,
} from '../store/judgements.queries.ts';
import { MAX_FAULTS, NOT_TRIED, ProgramJudge, type ToJudge, listToJudge } from './program-judge.ts';
import { listWriting } from '../store/submissions.queries.ts';
import { showProgram } from './show-programs.ts';

/** Jobs wait for their runs, which may need a free worker themselves. */
const MAX_AT_ONCE = 6;
/** Slow programs of one test leave room for others. */
const MAX_OF_TEST = 2;
/** Until what could not begin is tried again: a runner may be away, or the queue full, for long. */
const NOT_TRIED_PAUSE_MS = 15_000;
/** Until the other programs of an attempt with a slow one are judged, so that quick ones take the place. */
const BEHIND_PAUSE_MS = 1000;
const SWEEP_EVERY_MS = 60_000;

const Payload = z.object({ quizId: z.uuid(), personId: z.string() });

interface JudgingServices {
  pool: Pool;
  clock: Clock;
  jobs: Jobs;
  tasks: Tasks;
  log: Log;
  runs: ProgramRunner;
  papers: Papers;
  watch: AttemptWatch;
}

/**
 * Judges the programs of submitted attempts by jobs below every run of a person. An attempt has no score until all of
 * its programs are judged; the null score is what is left to do.
 */
export class Judging {
  readonly #services: JudgingServices;
  readonly #judge: ProgramJudge;
  /** The attempts that this server judges now. */
  readonly #underWay = new Set<AttemptKey>();
  #timer: NodeJS.Timeout | null = null;

  /** Created before the jobs are started. */
  constructor(services: JudgingServices) {
    this.#services = services;
    this.#judge = new ProgramJudge(services);
    const { pool, jobs, tasks } = services;
    jobs.handle(JUDGE_JOB, (payload) => this.#judgeInPlace(Payload.parse(payload)), {
      maxAtOnce: MAX_AT_ONCE,
      flagsToSkip: () => this.#listFull().map(judgeFlag),
      giveUp: (payload) => this.#giveUp(Payload.parse(payload)),
    });
    tasks.handle('judging', {
      access: ['staff', 'admin'],
      read: async (quizId, caller) => {
        const params = { uniqueId: quizId };
        await requireRight(pool, caller, { right: getJudging.right, params });
        const { submitted, judged, failed } = await countJudged(pool, quizId, MAX_FAULTS);
        if (submitted === 0) return null;
        const isOver = judged + failed === submitted;
        const ended = failed > 0 ? 'failed' : 'done';
        return { state: isOver ? ended : 'running', done: judged, total: submitted };
      },
    });
  }

  /** Looks for attempts without a job, now and each minute. */
  async start(): Promise<void> {
    await this.sweep();
    this.#timer = setInterval(() => void this.#sweepOrWarn(), SWEEP_EVERY_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Adds the jobs of attempts that have lost theirs. */
  async sweep(): Promise<void> {
    const { pool } = this.#services;
    await insertJudgeJobs(pool, await listUnjudged(pool, MAX_FAULTS));
  }

  async #sweepOrWarn(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      const text = 'Could not look for attempts that wait to be judged. Trying again in a minute.';
      this.#services.log.warn({ err: error }, text);
    }
  }

  async getJudging(quizId: string): Promise<ShownJudging> {
    const { pool, papers } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    const questions = quiz ? await papers.listPrograms(pool, quiz) : [];
    const counted = await countJudged(pool, quizId, MAX_FAULTS);
    const { lastMinute, ...counts } = counted;
    const left = counts.submitted - counts.judged - counts.failed;
    const isKnown = left > 0 && lastMinute > 0;
    return {
      ...counts,
      questions,
      secondsLeft: isKnown ? Math.ceil((left * 60) / lastMinute) : null,
    };
  }

  /** The programs of an attempt by the student's numbers. */
  async getPrograms({ quiz, key }: { quiz: Quiz; key: AttemptKey }): Promise<ProgramOfAttempt[]> {
    const { pool, papers } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt) throw notStarted();
    const paper = await papers.getPaper(pool, quiz, attempt.paper ?? key.personId);
    const judgements = await listJudgements(pool, key);
    const programs = paper.filter(({ kind }) => kindOf(kind).judged);
    const tagOf = ({ number }: PaperQuestion) => testRunTag(key.quizId, number);
    const counted = await countRuns(pool, key.personId, programs.map(tagOf));
    const marks = await countHandMarks(pool, key);
    const runsOf = new Map(counted.map(({ assignment, count }) => [assignment, count]));
    return programs.map((question) =>
      showProgram(question, {
        attempt,
        judgements,
        runs: runsOf.get(tagOf(question)) ?? 0,
        markVersion: marks.get(question.number) ?? 0,
        maxFaults: MAX_FAULTS,
        scorePerQuestion: quiz.scorePerQuestion,
      }),
    );
  }

  /** How a program was typed, oldest first. */
  async getWriting(key: AttemptKey, number: number): Promise<WritingStep[]> {
    const steps = await listWriting(this.#services.pool, key, number);
    return steps.map((step) => ({ ...step, at: step.at.toISOString() }));
  }

  /** Judges again what failed; returns the number of attempts that wait. */
  async judgeAgain(quizId: string): Promise<number> {
    return inTransaction(this.#services.pool, async (db) => {
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw unknownQuiz();
      const attempts = await judgeWaiting(db, quizId);
      const subject = quizSubject(quiz);
      await recordAct(db, { action: 'judge-again', subject, details: { attempts } });
      return attempts;
    });
  }

  /** The tests that have all of their places. */
  #listFull(): string[] {
    const places = Map.groupBy(this.#underWay, ({ quizId }) => quizId);
    return [...places].flatMap(([quizId, { length }]) => (length < MAX_OF_TEST ? [] : [quizId]));
  }

  /** Several workers may have taken a job at the same time, so it may have to wait again. */
  async #judgeInPlace(key: AttemptKey): Promise<void> {
    if (this.#listFull().includes(key.quizId)) return insertJudgeJobs(this.#services.pool, [key]);
    this.#underWay.add(key);
    try {
      await this.#judgeAttempt(key);
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #judgeAttempt(key: AttemptKey): Promise<void> {
    const { pool, log, watch } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt?.submittedAt || attempt.score !== null) return;
    let isFailed = false;
    let fault: unknown = null;
    const waiting = await this.#listToJudge(attempt);
    for (const toJudge of waiting) {
      const outcome = await this.#judge.judge(toJudge);
      isFailed ||= outcome.isFailed;
      fault ??= outcome.fault;
      const isLast = toJudge === waiting.at(-1);
      // The others of this attempt wait behind quick programs.
      if (outcome.isSlow && !isLast && !isFailed && fault === null)
        return insertJudgeJobs(pool, [key], { delayMs: BEHIND_PAUSE_MS, isBehind: true });
    }
    if (fault === NOT_TRIED) return insertJudgeJobs(pool, [key], { delayMs: NOT_TRIED_PAUSE_MS });
    // The queue repeats the job after a pause.
    if (fault !== null) throw fault;
    if (!isFailed) return this.#score(attempt);
    log.warn(key, 'A program could not be judged three times. The teacher decides.');
    publishTask(pool, { kind: 'judging', id: key.quizId });
    watch.notify(pool, key.quizId);
    return undefined;
  }

  async #listToJudge(attempt: Attempt): Promise<ToJudge[]> {
    const { pool, papers } = this.#services;
    const quiz = await findQuiz(pool, attempt.quizId);
    if (!quiz) throw new Error('An attempt has no quiz.');
    const paper = await papers.getPaper(pool, quiz, attempt.paper ?? attempt.personId);
    return listToJudge(paper, attempt, asJudgements(await listJudgements(pool, attempt)));
  }

  /** After the job has crashed its server twice. */
  async #giveUp(key: AttemptKey): Promise<void> {
    const { pool, watch } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt) return;
    for (const toJudge of await this.#listToJudge(attempt)) await this.#judge.giveUp(toJudge);
    publishTask(pool, { kind: 'judging', id: key.quizId });
    watch.notify(pool, key.quizId);
  }

  /** Unless the attempt was reopened or its answers have changed meanwhile, which added its own job. */
  async #score({ quizId, personId, receiptSha256 }: Attempt): Promise<void> {
    const { pool, clock, papers, watch } = this.#services;
    const key = { quizId, personId };
    await inTransaction(pool, async (db) => {
      const attempt = await lockAttempt(db, key);
      const isSame = receiptSha256 !== null && attempt?.receiptSha256 === receiptSha256;
      if (!attempt?.submittedAt || !isSame) return;
      // Read under the lock, so a key correction is either complete or waiting.
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw new Error('An attempt has no quiz.');
      const paper = await papers.getPaper(db, quiz, attempt.paper ?? personId);
      const judgements = asJudgements(await listJudgements(db, key));
      const score = scoreOf(paper, { ...attempt, judgements }, quiz);
      // The test cases were changed meanwhile.
      if (score === null) return insertJudgeJobs(db, [key]);
      await updateJudgedScore(db, key, { score, receiptSha256, now: new Date(clock.nowMs()) });
      watch.notify(db, quizId);
      publishTask(db, { kind: 'judging', id: quizId });
      return undefined;
    });
  }
}
