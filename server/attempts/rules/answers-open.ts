import type { Quiz } from '../../quizzes/quizzes.reads.ts';

interface Ends {
  /** End with every extension. */
  lastEndMs: number;
  /** The same without reopened attempts, which close no result that was open. */
  plannedEndMs: number;
  /** The latest deadline of an attempt in progress; null if there is none. */
  latestOpenDeadlineMs: number | null;
  graceMs: number;
  /** A submitted attempt waits for its programs to be judged. */
  isBeingJudged: boolean;
}

/** When answers can no longer help anyone: End with every extension, or later if an attempt still counts then. */
export function releaseMs(
  { lastEndMs, latestOpenDeadlineMs, graceMs }: Omit<Ends, 'isBeingJudged' | 'plannedEndMs'>,
  nowMs: number,
) {
  const isSat = latestOpenDeadlineMs !== null && nowMs >= lastEndMs;
  return isSat ? Math.max(lastEndMs, latestOpenDeadlineMs + graceMs) : lastEndMs;
}

export interface Openings {
  isScoreOpen: boolean;
  /** Null if it is released, or never will be. */
  scoreOpensAtMs: number | null;
  areAnswersOpen: boolean;
  /** Null for never. */
  answersOpenAtMs: number | null;
}

/** What a student may see of a submitted quiz, by the admin's settings; nothing before all programs are judged. */
export function decideOpenings(
  { scoreOpens, answersOpen }: Pick<Quiz, 'scoreOpens' | 'answersOpen'>,
  ends: Ends,
  nowMs: number,
): Openings {
  const opensAtMs = releaseMs(ends, nowMs);
  const isOver = nowMs >= opensAtMs;
  const { plannedEndMs, latestOpenDeadlineMs: latestMs } = ends;
  const planned = latestMs !== null && latestMs > plannedEndMs ? null : latestMs;
  const score = { ...ends, lastEndMs: plannedEndMs, latestOpenDeadlineMs: planned };
  const scoreOpensAtMs = releaseMs(score, nowMs);
  const isScoreDue = nowMs >= scoreOpensAtMs;
  const isDue = scoreOpens === 'at_once' || (scoreOpens === 'at_end' && isScoreDue);
  const isJudged = !ends.isBeingJudged;
  return {
    isScoreOpen: isDue && isJudged,
    scoreOpensAtMs: scoreOpens === 'at_end' && !isScoreDue ? scoreOpensAtMs : null,
    areAnswersOpen: answersOpen === 'at_end' && isOver && isJudged,
    answersOpenAtMs: answersOpen === 'never' ? null : opensAtMs,
  };
}
