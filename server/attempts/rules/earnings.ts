import {
  NOTHING,
  type Ratio,
  WHOLE,
  greatest,
  isSame,
  readDecimal,
  readRatio,
  roundedMark,
  times,
} from '@vlabs/contract/kinds/scoring/ratios';
import { z } from 'zod';
import {
  type Judgements,
  type PaperQuestion,
  hashOf,
  scoredAnswer,
  shareOf,
} from '../../quizzes/quizzes.reads.ts';
import type { Answers } from './answers.ts';

/**
 * Shares of points that corrections which lower no score left to an attempt, by the student's number of the question.
 * A share counts as long as the answer is the one it was earned with.
 */
export const KeptShares = z.record(
  z.string(),
  z.object({ answerSha256: z.string(), share: z.string() }),
);
export type KeptShares = z.infer<typeof KeptShares>;

/** Everything of an attempt that decides its score. */
export interface Scorable {
  answers: Answers;
  judgements?: Judgements;
  keptShares?: KeptShares;
}

export type Marked = Parameters<typeof shareOf>[0] & Pick<PaperQuestion, 'number'>;

/** What a question earns. */
export interface Earning {
  points: number;
  share: Ratio;
  /** For people: at most two decimals, rounded half away from 0. */
  mark: number;
  /** The answer, or the judgement of a program; null without one. */
  scored: string | null;
  /** The program is not judged yet. */
  waits: boolean;
}

/** Null without an answer. */
export const answerOf = (answers: Answers, number: number): string | null =>
  answers[String(number)] ?? null;

/** Points by hand count before a kept share, and a kept share if it is more than the key gives. */
export function earningOf(
  question: Marked,
  { answers, judgements = {}, keptShares = {} }: Scorable,
  scorePerQuestion: number,
): Earning {
  const answer = answerOf(answers, question.number);
  const { scored, waits, isByHand } = scoredAnswer(question, answer, judgements);
  const kept = isByHand ? null : readKept(keptShares[String(question.number)], answer);
  const byKey = shareOf(question, scored);
  const share = kept ? greatest(kept, byKey) : byKey;
  const points = question.points ?? scorePerQuestion;
  const mark = isSame(share, WHOLE) ? points : roundedMark(points, share);
  return { points, share, mark, scored, waits };
}

const nameOf = (answer: string | null): string => hashOf(answer ?? '');

function readKept(kept: KeptShares[string] | undefined, answer: string | null): Ratio | null {
  return kept?.answerSha256 === nameOf(answer) ? readRatio(kept.share) : null;
}

/** A share to keep for this answer. */
export const keepShare = (share: string, answer: string | null): KeptShares[string] => ({
  answerSha256: nameOf(answer),
  share,
});

/** The exact mark; null for all points, which need no arithmetic. */
export const partOf = ({ points, share }: Earning): Ratio | null =>
  isSame(share, WHOLE) ? null : times(readDecimal(String(points)) ?? NOTHING, share);
