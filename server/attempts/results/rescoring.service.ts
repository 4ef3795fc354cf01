import { isDeepStrictEqual } from 'node:util';
import { isAtMost, writeRatio } from '@vlabs/contract/kinds/scoring/ratios';
import type { Clock } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import {
  type PaperQuestion,
  type Question,
  type Quiz,
  fullScoreOf,
  makePaper,
} from '../../quizzes/quizzes.reads.ts';
import type { AttemptWatch } from '../store/attempt-watch.ts';
import type { Origin } from '../../platform/connections/arrival.ts';
import { insertSteps } from '../store/attempts.queries.ts';
import { judgeWaiting } from '../store/judgements.queries.ts';
import { type KeptShares, answerOf, earningOf, keepShare } from '../rules/earnings.ts';
import { scoreOf } from '../rules/grading.ts';
import {
  type ScoredAttempt,
  lockAttemptsOf,
  readScoredAttempts,
  updateScores,
} from './results.queries.ts';

/** A submitted attempt before and after another key. */
interface ChangedScore {
  personId: string;
  name: string;
  /** Null if its programs could not be judged. */
  before: number | null;
  after: number;
}

interface Rescored extends ChangedScore {
  keptShares: KeptShares;
  /** The kept shares change. */
  keepsOthers: boolean;
}

interface Keyed {
  quiz: Quiz;
  questions: readonly Question[];
}

/** A quiz with the key to apply. */
export interface KeyedQuiz extends Keyed {
  /** The corrected question, in the teacher's order. */
  number: number;
  /** The quiz with the key so far. */
  before: Keyed;
  /** Marks of the question that would fall stay as they are. */
  neverLower: boolean;
}

/** Who corrects the key, and why. */
interface Correction extends Origin {
  by: string;
  reason: string;
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
    return compare(db, keyed);
  }

  /**
   * Scores every submitted attempt with the quiz's current key, in the transaction that changed it. A concurrent
   * submission waits for the lock, or detects that its key is outdated. Attempts that still wait for their score are
   * judged by the current key.
   */
  async rescore(db: Database, keyed: KeyedQuiz, correction: Correction): Promise<ChangedScore[]> {
    const { uniqueId: quizId, keyVersion } = keyed.quiz;
    await lockAttemptsOf(db, quizId);
    const { scores, toJudge } = await compare(db, keyed);
    if (toJudge > 0) throw notJudged();
    const [total, totalBefore] = [fullScoreOf(keyed.quiz), fullScoreOf(keyed.before.quiz)];
    const changed = scores.filter(({ before, after }) => before !== after || totalBefore !== total);
    const now = new Date(this.#clock.nowMs());
    await updateScores(
      db,
      { quizId, keyVersion, now },
      scores
        .filter((one) => one.before !== one.after || one.keepsOthers)
        .map(({ personId, after, keptShares }) => ({ personId, score: after, keptShares })),
    );
    const { by, address, browser, reason } = correction;
    const { number, neverLower } = keyed;
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
    await judgeWaiting(db, quizId);
    this.#watch.notify(db, quizId);
    return changed;
  }
}

/**
 * `toJudge` counts attempts with programs that have no judgement by the test cases of this key; `working` those in
 * progress, and those whose programs are judged by the key of that time.
 */
async function compare(db: Database, keyed: KeyedQuiz) {
  const scores: Rescored[] = [];
  let [toJudge, working] = [0, 0];
  for await (const attempt of readScoredAttempts(db, keyed.quiz.uniqueId)) {
    const { personId, name, score: before, receiptSha256 } = attempt;
    const scored = receiptSha256 === null ? null : scoreAgain(keyed, attempt);
    if (scored) scores.push({ personId, name, before, ...scored });
    else if (before === null) working += 1;
    else toJudge += 1;
  }
  return { scores, toJudge, working };
}

/** Null while a program has no judgement by the test cases of this key. */
function scoreAgain(keyed: KeyedQuiz, attempt: ScoredAttempt) {
  const keptShares = keepShares(keyed, attempt);
  const after = scoreOf(paperOf(keyed, attempt), { ...attempt, keptShares }, keyed.quiz);
  const keepsOthers = !isDeepStrictEqual(keptShares, attempt.keptShares);
  return after === null ? null : { after, keptShares, keepsOthers };
}

const paperOf = ({ quiz, questions }: Keyed, { personId, paper }: ScoredAttempt) =>
  makePaper(quiz, questions, paper ?? personId);

/** The shares that the attempt keeps: what the corrected question earned so far, if it would earn less. */
function keepShares(keyed: KeyedQuiz, attempt: ScoredAttempt): KeptShares {
  const { number, neverLower, before } = keyed;
  const find = (paper: readonly PaperQuestion[]) =>
    paper.find((question) => question.originalNumber === number);
  const isKept = Object.keys(attempt.keptShares).length > 0;
  const asked = neverLower || isKept ? find(paperOf(keyed, attempt)) : undefined;
  if (!asked) return attempt.keptShares;
  const { [String(asked.number)]: _former, ...others } = attempt.keptShares;
  const askedBefore = neverLower ? find(paperOf(before, attempt)) : undefined;
  if (!askedBefore) return others;
  const old = earningOf(askedBefore, attempt, before.quiz.scorePerQuestion);
  const { share } = earningOf(
    asked,
    { ...attempt, keptShares: others },
    keyed.quiz.scorePerQuestion,
  );
  if (old.waits || isAtMost(old.share, share)) return others;
  const answer = answerOf(attempt.answers, asked.number);
  return { ...others, [String(asked.number)]: keepShare(writeRatio(old.share), answer) };
}

const notJudged = () =>
  conflict(
    'not_judged',
    'Some programs were not run on the changed test cases yet. Run them, then apply the correction.',
  );
