import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type Question,
  type Quiz,
  fullScoreOf,
  listQuestions,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';
import type { AttemptWatch } from '../control/attempt-watch.ts';
import type { Origin } from '../attempts.queries.ts';
import { scoreOf } from './grading.ts';
import {
  type ScoredAttempt,
  listScoredAttempts,
  lockScoredAttempts,
  updateScores,
} from './rescoring.queries.ts';
import { insertSteps } from '../steps.queries.ts';

/** A submitted attempt before and after another key. */
interface ChangedScore {
  personId: string;
  name: string;
  before: number;
  after: number;
}

/** A quiz with the key that is to count. */
export interface KeyedQuiz {
  quiz: Quiz;
  questions: readonly Question[];
}

/** Who corrects which question, and why. */
interface Correction extends Origin {
  by: string;
  number: number;
  reason: string;
  /** What a full attempt gave before. */
  totalBefore: number;
}

/** Marks attempts again by another key. */
export class Rescoring {
  readonly #clock: Clock;
  readonly #watch: AttemptWatch;

  constructor({ clock, watch }: { clock: Clock; watch: AttemptWatch }) {
    this.#clock = clock;
    this.#watch = watch;
  }

  /** What the key would make of every submitted attempt, by roll number; writes nothing. */
  async compareScores(
    db: Database,
    keyed: KeyedQuiz,
  ): Promise<{ scores: ChangedScore[]; working: number }> {
    const attempts = await listScoredAttempts(db, keyed.quiz.uniqueId);
    const scores = compare(attempts, keyed);
    return { scores, working: attempts.length - scores.length };
  }

  /**
   * Marks every submitted attempt by the key that the quiz now has, in the transaction that has
   * changed it. A submission that is under way waits for the lock, or finds that its key is old.
   */
  async rescore(db: Database, quiz: Quiz, correction: Correction): Promise<ChangedScore[]> {
    const { uniqueId: quizId, keyVersion } = quiz;
    const attempts = await lockScoredAttempts(db, quizId);
    const scores = compare(attempts, { quiz, questions: await listQuestions(db, quizId) });
    const total = fullScoreOf(quiz);
    const changed = scores.filter(
      ({ before, after }) => before !== after || correction.totalBefore !== total,
    );
    const now = new Date(this.#clock.nowMs());
    await updateScores(
      db,
      { quizId, keyVersion, now },
      changed.map(({ personId, after }) => ({ personId, score: after })),
    );
    const { by, address, browser, number, reason, totalBefore } = correction;
    await insertSteps(
      db,
      changed.map(({ personId, before, after }) => ({
        quizId,
        personId,
        at: now,
        step: 'key-correction',
        by,
        address,
        browser,
        details: { question: number, before, after, totalBefore, total, reason },
      })),
    );
    this.#watch.notify(db, quizId);
    return changed;
  }
}

function compare(
  attempts: readonly ScoredAttempt[],
  { quiz, questions }: KeyedQuiz,
): ChangedScore[] {
  return attempts.flatMap(({ personId, name, answers, score, paper: kept }) => {
    if (score === null) return [];
    const paper = makePaper(quiz, questions, kept ?? personId);
    const after = scoreOf(paper, answers, quiz.scorePerQuestion);
    return [{ personId, name, before: score, after }];
  });
}
