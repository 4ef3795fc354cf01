import { languageOf } from '@vlabs/contract/running/languages';
import {
  type Judging as ShownJudging,
  type ProgramOfAttempt,
  getJudging,
} from '@vlabs/contract/quizzes/judging';
import { type ProgramOfAnswer } from '@vlabs/kinds/kind';
import { kindOf } from '@vlabs/kinds/kinds';
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
import { type ProgramRunner, runTestCases } from '../../runs/runs.reads.ts';
import { type Attempt, type AttemptKey, findAttempt, lockAttempt } from '../attempts.queries.ts';
import type { AttemptWatch } from '../control/attempt-watch.ts';
import { answerOf, hashOf, scoreOf } from '../results/grading.ts';
import { notStarted, unknownQuiz } from '../sitting/attempt-refusals.ts';
import type { Papers } from '../sitting/papers.ts';
import { showProgram } from './show-programs.ts';
import { casesHashOf } from './cases-hash.ts';
import {
  JUDGE_JOB,
  type Judged,
  countFault,
  countJudged,
  insertJudgeJobs,
  listJudgements,
  listUnjudged,
  resetFaults,
  saveJudgement,
  updateJudgedScore,
} from './judgements.queries.ts';

/** Jobs wait for their runs, which may need a free worker themselves. */
const MAX_AT_ONCE = 2;
/** After this many faults of ours, the teacher decides. */
export const MAX_FAULTS = 3;
/** The stored part of each output. */
const MAX_OUTPUT_LENGTH = 1000;
const MAX_COMPILE_OUTPUT_LENGTH = 10_000;

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

interface ToJudge extends Judged {
  question: PaperQuestion;
  program: ProgramOfAnswer;
}

/**
 * Judges the programs of submitted attempts by jobs below every run of a person. An attempt has no score until all of
 * its programs are judged; the null score is what is left to do.
 */
export class Judging {
  readonly #services: JudgingServices;

  /** Created before the jobs are started. */
  constructor(services: JudgingServices) {
    this.#services = services;
    const { pool, jobs, tasks } = services;
    jobs.handle(JUDGE_JOB, (payload) => this.#judge(Payload.parse(payload)), {
      maxAtOnce: MAX_AT_ONCE,
      giveUp: (payload) => this.#giveUp(Payload.parse(payload)),
    });
    tasks.handle('judging', {
      access: ['staff', 'admin'],
      read: async (quizId, caller) => {
        await requireRight(pool, caller, {
          right: getJudging.right,
          params: { uniqueId: quizId },
        });
        const { submitted, judged, failed } = await countJudged(pool, quizId, MAX_FAULTS);
        if (submitted === 0) return null;
        const isOver = judged + failed === submitted;
        return {
          state: isOver ? (failed > 0 ? 'failed' : 'done') : 'running',
          done: judged,
          total: submitted,
        };
      },
    });
  }

  /** Adds the jobs of attempts that have lost theirs. */
  async start(): Promise<void> {
    const { pool } = this.#services;
    await insertJudgeJobs(pool, await listUnjudged(pool, MAX_FAULTS));
  }

  async getJudging(quizId: string): Promise<ShownJudging> {
    const { submitted, judged, failed, lastMinute } = await countJudged(
      this.#services.pool,
      quizId,
      MAX_FAULTS,
    );
    const left = submitted - judged - failed;
    const secondsLeft = lastMinute > 0 ? Math.ceil((left * 60) / lastMinute) : null;
    return { submitted, judged, failed, secondsLeft: left > 0 ? secondsLeft : null };
  }

  /** The programs of an attempt by the student's numbers. */
  async getPrograms({ quiz, key }: { quiz: Quiz; key: AttemptKey }): Promise<ProgramOfAttempt[]> {
    const { pool, papers } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt) throw notStarted();
    const paper = await papers.getPaper(pool, quiz, attempt.paper ?? key.personId);
    const judged = await listJudgements(pool, key);
    return paper
      .filter(({ kind }) => kindOf(kind).judged)
      .map((question) => {
        const judgement = judged.find(({ number }) => number === question.number) ?? null;
        return showProgram(question, { attempt, judgement, maxFaults: MAX_FAULTS });
      });
  }

  /** Judges again what failed; returns the number of attempts that wait. */
  async judgeAgain(quizId: string): Promise<number> {
    return inTransaction(this.#services.pool, async (db) => {
      const quiz = await findQuiz(db, quizId);
      if (!quiz) throw unknownQuiz();
      const waiting = await resetFaults(db, quizId);
      await insertJudgeJobs(db, waiting);
      await recordAct(db, {
        action: 'judge-again',
        subject: quizSubject(quiz),
        details: { attempts: waiting.length },
      });
      return waiting.length;
    });
  }

  async #judge(key: AttemptKey): Promise<void> {
    const { pool, log } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt?.submittedAt || attempt.score !== null) return;
    let isFailed = false;
    let fault: unknown = null;
    for (const toJudge of await this.#listToJudge(attempt)) {
      const outcome = await this.#judgeOne(toJudge);
      isFailed ||= outcome.isFailed;
      fault ??= outcome.fault;
    }
    // The queue repeats the job after a pause.
    if (fault !== null) throw fault;
    if (isFailed) {
      log.warn(key, 'A program could not be judged three times. The teacher decides.');
      publishTask(pool, { kind: 'judging', id: key.quizId });
      this.#services.watch.notify(pool, key.quizId);
      return;
    }
    await this.#score(attempt);
  }

  /** The programs of an attempt without a judgement of the present text by the present test cases. */
  async #listToJudge(attempt: Attempt): Promise<ToJudge[]> {
    const { pool, papers } = this.#services;
    const { quizId, personId } = attempt;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw new Error('An attempt has no quiz.');
    const paper = await papers.getPaper(pool, quiz, attempt.paper ?? personId);
    const known = await listJudgements(pool, attempt);
    return paper.flatMap((question) => {
      const { number, kind, body } = question;
      const answer = answerOf(attempt.answers, number);
      const program = answer === null ? null : kindOf(kind).judged?.read(body, answer);
      if (!program) return [];
      const sha256 = hashOf(program.text);
      const casesSha256 = casesHashOf(question);
      const isJudged = known.some(
        (one) =>
          one.number === number &&
          one.language === program.language &&
          one.sha256 === sha256 &&
          one.casesSha256 === casesSha256 &&
          one.judgement !== null,
      );
      const { language } = program;
      const judged = { quizId, personId, number, language, sha256, casesSha256 };
      return isJudged ? [] : [{ ...judged, question, program }];
    });
  }

  async #judgeOne({ question, program, ...judged }: ToJudge) {
    const { pool, clock, runs } = this.#services;
    const { judged: rules } = kindOf(question.kind);
    if (!rules) throw new Error('This kind is not judged.');
    const source = { source: program.text, languageId: languageOf(program.language).id };
    try {
      const { results, compileOutput } = await runTestCases(
        runs,
        source,
        rules.testCases(question),
      );
      await saveJudgement(pool, judged, {
        judgement: rules.write(results.map(({ outcome }) => outcome)),
        report: {
          compileOutput: compileOutput?.slice(0, MAX_COMPILE_OUTPUT_LENGTH) ?? null,
          results: results.map((result) => ({
            ...result,
            // The test case itself is in the question.
            input: null,
            expectedOutput: null,
            output: result.output?.slice(0, MAX_OUTPUT_LENGTH) ?? null,
          })),
        },
        tools: runs.nameOf(program.language),
        judgedAt: new Date(clock.nowMs()),
      });
      return { isFailed: false, fault: null };
    } catch (error) {
      const isFailed = (await countFault(pool, judged)) >= MAX_FAULTS;
      return { isFailed, fault: isFailed ? null : error };
    }
  }

  /** After the job has crashed its server twice. */
  async #giveUp(key: AttemptKey): Promise<void> {
    const { pool, watch } = this.#services;
    const attempt = await findAttempt(pool, key);
    if (!attempt) return;
    for (const { question: _question, program: _program, ...judged } of await this.#listToJudge(
      attempt,
    )) {
      while ((await countFault(pool, judged)) < MAX_FAULTS);
    }
    publishTask(pool, { kind: 'judging', id: key.quizId });
    watch.notify(pool, key.quizId);
  }

  /** Unless the attempt was reopened or its answers have changed meanwhile, which added its own job. */
  async #score({ receiptSha256, ...key }: Attempt): Promise<void> {
    const { pool, clock, papers, watch } = this.#services;
    await inTransaction(pool, async (db) => {
      const attempt = await lockAttempt(db, key);
      if (!attempt?.submittedAt || attempt.receiptSha256 !== receiptSha256 || !receiptSha256)
        return;
      // Read under the lock, so a key correction is either complete or waiting.
      const quiz = await findQuiz(db, key.quizId);
      if (!quiz) throw new Error('An attempt has no quiz.');
      const paper = await papers.getPaper(db, quiz, attempt.paper ?? attempt.personId);
      const judged = await listJudgements(db, key);
      const judgements = Object.fromEntries(
        judged.flatMap(({ number, judgement }) =>
          judgement === null ? [] : [[String(number), judgement]],
        ),
      );
      const score = scoreOf(paper, attempt.answers, quiz.scorePerQuestion, judgements);
      if (score === null) return;
      await updateJudgedScore(db, key, { score, receiptSha256, now: new Date(clock.nowMs()) });
      watch.notify(db, key.quizId);
      publishTask(db, { kind: 'judging', id: key.quizId });
    });
  }
}
