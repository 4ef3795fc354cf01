import type { Clock } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
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
  lockAttemptsOf,
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
  /** Scores that would fall stay as they are. */
  neverLower: boolean;
}

/** Who corrects which question, and why. */
interface Correction extends Origin {
  by: string;
  number: number;
  reason: string;
  /** The full score before the correction. */
  totalBefore: number;
  /** Scores that would fall stay as they are. */
  neverLower: boolean;
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
  ): Promise<{ scores: ChangedScore[]; working: number; toJudge: number }> {
    const attempts = await listScoredAttempts(db, keyed.quiz.uniqueId);
    const { scores, toJudge } = compare(attempts, keyed);
    return { scores, working: attempts.length - scores.length - toJudge, toJudge };
  }

  /**
   * Scores every submitted attempt with the quiz's current key, in the transaction that changed it. A concurrent
   * submission waits for the lock, or detects that its key is outdated.
   */
  async rescore(db: Database, quiz: Quiz, correction: Correction): Promise<ChangedScore[]> {
    const { uniqueId: quizId, keyVersion } = quiz;
    await lockAttemptsOf(db, quizId);
    const attempts = await listScoredAttempts(db, quizId);
    const questions = await listQuestions(db, quizId);
    const { neverLower } = correction;
    const { scores, toJudge } = compare(attempts, { quiz, questions, neverLower });
    if (toJudge > 0) throw notJudged();
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
        details: {
          question: number,
          before,
          after,
          totalBefore,
          total,
          reason,
          ...(neverLower && { neverLower }),
        },
      })),
    );
    this.#watch.notify(db, quizId);
    return changed;
  }
}

/** `toJudge` counts attempts with programs that have no judgement by the test cases of this key. */
function compare(
  attempts: readonly ScoredAttempt[],
  { quiz, questions, neverLower }: KeyedQuiz,
): { scores: ChangedScore[]; toJudge: number } {
  const scores: ChangedScore[] = [];
  let toJudge = 0;
  for (const { personId, name, answers, judgements, score, paper: kept } of attempts) {
    // It gets its score by the key of that time.
    if (score === null) continue;
    const paper = makePaper(quiz, questions, kept ?? personId);
    const scored = scoreOf(paper, answers, quiz.scorePerQuestion, judgements);
    if (scored === null) toJudge += 1;
    else {
      const after = neverLower ? Math.max(scored, Math.min(score, fullScoreOf(quiz))) : scored;
      scores.push({ personId, name, before: score, after });
    }
  }
  return { scores, toJudge };
}

const notJudged = () =>
  conflict(
    'not_judged',
    'Some programs were not run on the changed test cases yet. Run them, then apply the correction.',
  );
