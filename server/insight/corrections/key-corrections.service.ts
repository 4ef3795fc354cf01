import type { Key, KeyPreview } from '@vlabs/contract/insight/key-corrections';
import type { Pool } from 'pg';
import { hasAttempts } from '../../attempts/attempts.reads.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import type { Origin } from '../../platform/connections/arrival.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { notFound } from '../../platform/errors.ts';
import {
  type Question,
  type Quiz,
  findQuiz,
  findQuizToCorrect,
  fullScoreOf,
  insertCorrection,
  listQuestions,
  quizSubject,
  saveKey,
} from '../../quizzes/quizzes.reads.ts';
import { correctedMeanwhile, nobodyStarted, planCorrection } from './key-correction-rules.ts';
import { FULL_ACCESS } from '../../platform/access/access-scope.ts';
import { analyseAttempts } from '../analyse-attempts.ts';
import { listSubmittedAttempts } from '../submitted-attempts.queries.ts';

interface ChangedScore {
  personId: string;
  name: string;
  /** Null if its programs could not be judged. */
  before: number | null;
  after: number;
}

interface Keyed {
  quiz: Quiz;
  questions: readonly Question[];
}

interface KeyedQuiz extends Keyed {
  number: number;
  before: Keyed;
  neverLower: boolean;
}

interface KeyCorrectionsServices {
  pool: Pool;
  clock: Clock;
  /** Scores attempts. */
  scores: {
    compareScores(
      db: Database,
      keyed: KeyedQuiz,
    ): Promise<{ scores: ChangedScore[]; working: number; toJudge: number }>;
    rescore(
      db: Database,
      keyed: KeyedQuiz,
      correction: Origin & { by: string; reason: string },
    ): Promise<ChangedScore[]>;
  };
  /** Runs submitted programs on other test cases. */
  keyJudging: { addJob(db: Database, quizId: string, corrected: Question): Promise<void> };
}

interface Wanted {
  number: number;
  key: Key;
  neverLower?: boolean | undefined;
}

/** Corrects keys after a test, and previews the effect. */
export class KeyCorrections {
  readonly #services: KeyCorrectionsServices;

  constructor(services: KeyCorrectionsServices) {
    this.#services = services;
  }

  /** Calculates the effect of a correction; saves nothing. */
  async preview(quizId: string, wanted: Wanted): Promise<KeyPreview> {
    const { pool, scores } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw notFound('This test');
    const questions = await listQuestions(pool, quizId);
    const plan = planCorrection(quiz, questions, wanted);
    if (!(await hasAttempts(pool, quizId))) throw nobodyStarted();
    const { neverLower = false, number: corrected } = wanted;
    const keyed = { ...plan, number: corrected, neverLower, before: { quiz, questions } };
    const { scores: all, working, toJudge } = await scores.compareScores(pool, keyed);
    const totals = { before: fullScoreOf(quiz), after: fullScoreOf(plan.quiz) };
    const { number, title, isFour, body, variants } = plan.question;
    const kind = isFour ? null : plan.question.kind;
    const hasVariants = variants.length > 0;
    const [before, after] = await analyseSubmitted(pool, quiz, {
      number,
      keyed: [questions, plan.questions],
    });
    return {
      keyVersion: quiz.keyVersion,
      question: { number, title, kind, body, hasVariants },
      topic: quizSubject(quiz).name,
      submitted: all.length + toJudge,
      working,
      toJudge,
      before: {
        key: plan.before,
        mean: meanOf(all.flatMap((one) => (one.before === null ? [] : [one.before]))),
        totalScore: totals.before,
        ...before,
      },
      after: {
        key: plan.after,
        mean: meanOf(all.map((one) => one.after)),
        totalScore: totals.after,
        ...after,
      },
      changed: all
        .filter((one) => one.before !== one.after || totals.before !== totals.after)
        .map(({ personId, ...score }) => ({ userId: personId, ...score })),
    };
  }

  /** Has all submitted programs run on the test cases of a key, for its preview; changes no score. */
  async judge(quizId: string, wanted: Wanted): Promise<void> {
    const { pool, keyJudging } = this.#services;
    const quiz = await findQuiz(pool, quizId);
    if (!quiz) throw notFound('This test');
    const { corrected } = planCorrection(quiz, await listQuestions(pool, quizId), wanted);
    await keyJudging.addJob(pool, quizId, corrected);
  }

  /**
   * Corrects the key and scores every submitted attempt again, in one transaction that locks the quiz against starts
   * and every attempt against saves and submissions.
   */
  async correct(
    corrector: Origin & { by: string },
    quizId: string,
    wanted: Wanted & { keyVersion: number; reason: string },
  ): Promise<{ keyVersion: number; changed: number }> {
    const { pool, clock, scores } = this.#services;
    const { number, reason } = wanted;
    return inTransaction(pool, async (db) => {
      const quiz = await findQuizToCorrect(db, quizId);
      if (!quiz) throw notFound('This test');
      if (quiz.keyVersion !== wanted.keyVersion) throw correctedMeanwhile();
      const questions = await listQuestions(db, quizId);
      const plan = planCorrection(quiz, questions, wanted);
      if (!(await hasAttempts(db, quizId))) throw nobodyStarted();
      await saveKey(db, quizId, plan.corrected);
      const corrected = await findQuiz(db, quizId);
      if (!corrected) throw new Error('A quiz with a corrected key is missing.');
      const keyed = {
        quiz: corrected,
        questions: await listQuestions(db, quizId),
        number,
        before: { quiz, questions },
        neverLower: wanted.neverLower ?? false,
      };
      const rescored = await scores.rescore(db, keyed, { ...corrector, reason });
      const { before, after } = plan;
      const changed = rescored.length;
      await insertCorrection(db, quizId, {
        number,
        before,
        after,
        reason,
        changed,
        correctedBy: corrector.by,
        correctedAt: new Date(clock.nowMs()),
      });
      await recordAct(db, {
        action: 'correct-key',
        subject: quizSubject(quiz),
        // The audit log contains no answers; the key is in the quiz.
        details: { question: number, marking: after.marking, scoresChanged: changed, reason },
      });
      return { keyVersion: corrected.keyVersion, changed };
    });
  }
}

const meanOf = (scores: readonly number[]): number | null =>
  scores.length === 0 ? null : scores.reduce((sum, one) => sum + one, 0) / scores.length;

interface ItemUnderKey {
  facility: number | null;
  discriminationIndex: number | null;
}

/** The statistics of a question among the submitted attempts, under each of two keys. */
async function analyseSubmitted(
  db: Database,
  quiz: Quiz,
  {
    number,
    keyed: [one, other],
  }: { number: number; keyed: [readonly Question[], readonly Question[]] },
): Promise<[ItemUnderKey, ItemUnderKey]> {
  const attempts = await listSubmittedAttempts(db, quiz.uniqueId, FULL_ACCESS);
  const look = async (questions: readonly Question[]) => {
    const { items } = await analyseAttempts(quiz, questions, attempts);
    const item = items.find((found) => found.number === number);
    const { facility = null, discriminationIndex = null } = item ?? {};
    return { facility, discriminationIndex };
  };
  return [await look(one), await look(other)];
}
