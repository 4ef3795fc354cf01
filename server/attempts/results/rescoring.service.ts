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

/** A quiz with the key to apply. */
export interface KeyedQuiz {
  quiz: Quiz;
  questions: readonly Question[];
}

/** Who corrects which question, and why. */
interface Correction extends Origin {
  by: string;
  number: number;
  reason: string;
  /** The full score before the correction. */
  totalBefore: number;
}

/** Scores attempts again with another key. */
export class Rescoring {
  readonly #clock: Clock;
  readonly #watch: AttemptWatch;

  constructor({ clock, watch }: { clock: Clock; watch: AttemptWatch }) {
    this.#clock = clock;
    this.#watch = watch;
  }

  /** Calculates every submitted attempt's score with the key, by roll number; saves nothing. */
  async compareScores(
    db: Database,
    keyed: KeyedQuiz,
  ): Promise<{ scores: ChangedScore[]; working: number }> {
    const attempts = await listScoredAttempts(db, keyed.quiz.uniqueId);
    const scores = compare(attempts, keyed);
    return { scores, working: attempts.length - scores.length };
  }

  /**
   * Scores every submitted attempt with the quiz's current key, in the transaction that changed it. A concurrent
   * submission waits for the lock, or detects that its key is outdated.
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
  return attempts.flatMap(({ personId, name, answers, judgements, score, paper: kept }) => {
    // It has no score yet, and gets one by the key of that time.
    if (score === null) return [];
    const paper = makePaper(quiz, questions, kept ?? personId);
    const after = scoreOf(paper, answers, quiz.scorePerQuestion, judgements);
    return after === null ? [] : [{ personId, name, before: score, after }];
  });
}
