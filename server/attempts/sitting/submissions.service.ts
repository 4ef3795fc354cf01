import { ALREADY_SUBMITTED, type Result } from '@vlabs/contract/attempts/attempts';
import type { Pool } from 'pg';
import { Batches, BatchesByKey } from '../../platform/postgres/batches.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { RefusalWithData } from '../../platform/errors.ts';
import { type Quiz, findQuiz } from '../../quizzes/quizzes.reads.ts';
import type { Arrival } from '../../platform/connections/arrival.ts';
import { refuseWithHeld, stateOf } from '../store/attempt-clock.ts';
import { unknownQuiz } from '../store/attempt-refusals.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import {
  type Attempt,
  type AttemptKey,
  findAttempt,
  lockAttempt,
  insertSteps,
} from '../store/attempts.queries.ts';
import { firstOfEach, nameOf } from './save-turns.ts';
import {
  type ArrivedSubmission,
  type Submission,
  updateSubmitted,
  updateSubmittedInTime,
  wholeTexts,
  insertWriting,
} from '../store/submissions.queries.ts';
import type { Scorable } from '../rules/earnings.ts';
import { grade } from '../rules/grading.ts';
import type { Answers } from '../rules/answers.ts';
import type { Papers } from '../store/papers.ts';
import type { EndedAttempt, Results } from '../results/results.service.ts';
import { decideSubmit } from '../rules/saving.ts';
import { insertJudgeJobs } from '../store/judgements.queries.ts';
import { explainMissingAttempt } from '../store/require-quiz.ts';

interface SubmissionsServices {
  pool: Pool;
  clock: Clock;
  graceMs: number;
  papers: Papers;
  results: Results;
  watch: AttemptWatch;
}

interface Sent {
  /** Null if the saved answers count. */
  answers: Answers | null;
  tab: string | null;
}

/** Submits an attempt once, with one receipt, however often and from wherever the request arrives. */
export class Submissions {
  readonly #services: SubmissionsServices;
  readonly #quizzes: BatchesByKey<null, Quiz | null>;
  readonly #inTime: Batches<ArrivedSubmission, boolean>;

  constructor(services: SubmissionsServices) {
    this.#services = services;
    this.#quizzes = new BatchesByKey(async (quizId, askers: readonly null[]) => {
      const quiz = await findQuiz(services.pool, quizId);
      return askers.map(() => quiz);
    });
    this.#inTime = new Batches((submissions) => this.#submitAllInTime(submissions));
  }

  async submitAttempt(arrival: Arrival, quizId: string, { answers, tab }: Sent): Promise<Result> {
    const { pool, results } = this.#services;
    const key = { quizId, personId: arrival.personId };
    const quiz = await this.#quizzes.do(quizId, null);
    if (!quiz) throw unknownQuiz();
    const submitted = answers && (await this.#submitInTime(arrival, quiz, { answers, tab }));
    if (submitted) return results.showResult(submitted, 'student', quiz);
    const { attempt, isNew } = await this.#submitByTheRules(arrival, key, { answers, tab });
    if (!isNew) throw await this.alreadySubmitted(attempt);
    return results.showResult(await getAttempt(pool, key), 'student');
  }

  /** Refuses requests after the submission, with the same receipt. */
  async alreadySubmitted(attempt: Attempt): Promise<RefusalWithData> {
    const { results } = this.#services;
    const result = await results.showResult(attempt, 'student');
    return new RefusalWithData('already_submitted', ALREADY_SUBMITTED, result);
  }

  /** The server had submitted the attempt when answers that arrived in time were read. */
  async gradeAgain(db: Database, attempt: Attempt): Promise<void> {
    const { submittedAt, submittedBy } = attempt;
    const quiz = await findQuiz(db, attempt.quizId);
    if (!quiz || !submittedAt || !submittedBy)
      throw new Error('The attempt has not been submitted.');
    const { clock } = this.#services;
    const graded = await this.#grade(db, quiz, attempt.personId, attempt);
    const submission = { ...attempt, ...graded, submittedAt, submittedBy };
    await updateSubmitted(db, [submission], new Date(clock.nowMs()));
  }

  /** Null unless it is simply the first submission of an attempt in progress. */
  async #submitInTime(
    arrival: Arrival,
    quiz: Quiz,
    { answers, tab }: { answers: Answers; tab: string | null },
  ): Promise<EndedAttempt | null> {
    const { pool, papers } = this.#services;
    const key = { quizId: quiz.uniqueId, personId: arrival.personId };
    await papers.requireAnswers(pool, key, answers);
    const graded = await this.#grade(pool, quiz, arrival.personId, { answers });
    const submission: Submission = {
      ...key,
      ...graded,
      submittedAt: new Date(arrival.arrivedAtMs),
      submittedBy: 'student',
    };
    const { address, browser } = arrival;
    const { keyVersion } = quiz;
    const isDone = await this.#inTime.do({ ...submission, tab, address, browser, keyVersion });
    return isDone
      ? { ...submission, receiptSha256: graded.sha256, feedback: null, paper: null, keptShares: {} }
      : null;
  }

  async #submitAllInTime(submissions: readonly ArrivedSubmission[]): Promise<boolean[]> {
    const { pool, graceMs } = this.#services;
    const firsts = firstOfEach(submissions);
    const hasPrograms = submissions.some(({ score }) => score === null);
    const submit = (db: Database) => updateSubmittedInTime(db, [...firsts], graceMs);
    const submitted = hasPrograms
      ? await inTransaction(pool, (db) => withJudgeJobs(db, [...firsts], submit))
      : await submit(pool);
    const names = new Set(submitted.map(nameOf));
    return submissions.map((one) => firsts.has(one) && names.has(nameOf(one)));
  }

  #submitByTheRules(arrival: Arrival, key: AttemptKey, { answers, tab }: Sent) {
    const { pool, clock, graceMs, watch } = this.#services;
    return inTransaction(pool, async (db) => {
      const attempt = await lockAttempt(db, key);
      if (!attempt) throw await explainMissingAttempt(db, key);
      // Read under the lock, so a key correction is either complete or waiting.
      const quiz = await findQuiz(db, key.quizId);
      if (!quiz) throw unknownQuiz();
      const decision = decideSubmit(stateOf(attempt), { ...arrival, tab }, graceMs);
      if (decision === 'taken_over') throw refuseWithHeld(decision, attempt, clock.nowMs());
      if (decision === 'already_submitted') return { attempt, isNew: false };
      const isInTime = decision === 'apply';
      await this.#submitLocked(db, quiz, {
        key,
        answers: (isInTime && answers) || attempt.answers,
        keptShares: attempt.keptShares,
        submittedAt: isInTime ? new Date(arrival.arrivedAtMs) : attempt.deadlineAt,
        submittedBy: isInTime ? 'student' : 'server',
        arrival,
      });
      watch.notify(db, quiz.uniqueId);
      return { attempt: await getAttempt(db, key), isNew: isInTime };
    });
  }

  async #submitLocked(
    db: Database,
    quiz: Quiz,
    {
      key,
      answers,
      keptShares,
      submittedAt,
      submittedBy,
      arrival,
    }: Pick<Submission, 'answers' | 'submittedAt' | 'submittedBy'> & {
      key: AttemptKey;
      keptShares: Attempt['keptShares'];
      arrival: Arrival;
    },
  ): Promise<void> {
    const graded = await this.#grade(db, quiz, key.personId, { answers, keptShares });
    const now = new Date(this.#services.clock.nowMs());
    await updateSubmitted(db, [{ ...key, ...graded, submittedAt, submittedBy }], now);
    await insertSteps(db, [
      {
        ...key,
        at: new Date(arrival.arrivedAtMs),
        step: 'submit',
        by: submittedBy === 'server' ? 'server' : arrival.personId,
        address: arrival.address,
        browser: arrival.browser,
        details: { answered: graded.answered, sha256: graded.sha256 },
      },
    ]);
  }

  async #grade(
    db: Database,
    quiz: Quiz,
    personId: string,
    attempt: Pick<Scorable, 'answers' | 'keptShares'>,
  ) {
    const paper = await this.#services.papers.getPaper(db, quiz, personId);
    return grade(paper, attempt, quiz);
  }
}

/** Adds the jobs of submitted attempts whose programs must be judged, in the same transaction. */
async function withJudgeJobs(
  db: Database,
  submissions: readonly ArrivedSubmission[],
  submit: (db: Database) => Promise<AttemptKey[]>,
): Promise<AttemptKey[]> {
  const submitted = await submit(db);
  const names = new Set(submitted.map(nameOf));
  const done = submissions.filter((one) => names.has(nameOf(one)));
  await insertJudgeJobs(
    db,
    done.filter(({ score }) => score === null),
  );
  await insertWriting(db, done.flatMap(wholeTexts));
  return submitted;
}

async function getAttempt(db: Database, key: AttemptKey): Promise<Attempt> {
  const attempt = await findAttempt(db, key);
  if (!attempt) throw new Error('A submitted attempt is missing.');
  return attempt;
}
