import type { Quiz } from '../../quizzes/quizzes.reads.ts';

interface Ends {
  /** End with every extension. */
  lastEndMs: number;
  /** The latest deadline of anyone who still sits the quiz; null: nobody does. */
  latestOpenDeadlineMs: number | null;
  graceMs: number;
}

/**
 * When nobody can use the answers any more: End with every extension, and, where somebody still sits
 * the quiz then, when nothing of theirs counts any more.
 */
export function releaseMs({ lastEndMs, latestOpenDeadlineMs, graceMs }: Ends, nowMs: number) {
  const isSat = latestOpenDeadlineMs !== null && nowMs >= lastEndMs;
  return isSat ? Math.max(lastEndMs, latestOpenDeadlineMs + graceMs) : lastEndMs;
}

export interface Openings {
  isScoreOpen: boolean;
  /** Null: it is open, or never will be. */
  scoreOpensAtMs: number | null;
  areAnswersOpen: boolean;
  /** Null: never. */
  answersOpenAtMs: number | null;
}

/** What a student may see of a submitted quiz, by what the admin chose. */
export function decideOpenings(
  { scoreOpens, answersOpen }: Pick<Quiz, 'scoreOpens' | 'answersOpen'>,
  ends: Ends,
  nowMs: number,
): Openings {
  const opensAtMs = releaseMs(ends, nowMs);
  const isOver = nowMs >= opensAtMs;
  const isScoreOpen = scoreOpens === 'at_once' || (scoreOpens === 'at_end' && isOver);
  return {
    isScoreOpen,
    scoreOpensAtMs: scoreOpens === 'at_end' && !isOver ? opensAtMs : null,
    areAnswersOpen: answersOpen === 'at_end' && isOver,
    answersOpenAtMs: answersOpen === 'never' ? null : opensAtMs,
  };
}
