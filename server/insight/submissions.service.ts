import {
  SUBMISSIONS_AT_ONCE,
  type Submission,
  type listSubmissions,
} from '@vlabs/contract/insight';
import type { Pool } from 'pg';
import type { z } from 'zod';
import {
  type SubmissionRow,
  type Wanted,
  listHandInSubmissions,
  listQuizSubmissions,
} from './submissions.queries.ts';

type Asked = z.output<typeof listSubmissions.query>;

/** Hand-ins and submitted quizzes together, the newest first. */
export async function listSubmissionsOf(
  pool: Pool,
  { kind, state, search, before }: Asked,
): Promise<{ submissions: Submission[]; next: string | null }> {
  const wanted: Wanted = {
    state: state ?? null,
    patterns: search.split(/\s+/).filter(Boolean).map(patternOf),
    before: before === undefined ? null : new Date(before),
    most: SUBMISSIONS_AT_ONCE + 1,
  };
  // Quizzes are marked as they come, and what comes too late does not count.
  const hasQuizzes = kind !== 'hand-in' && (state === undefined || state === 'marked');
  const [quizzes, handIns] = await Promise.all([
    hasQuizzes ? listQuizSubmissions(pool, wanted) : [],
    kind === 'quiz' ? [] : listHandInSubmissions(pool, wanted),
  ]);
  const found = [...quizzes, ...handIns].toSorted(
    (one, other) => other.submittedAt.getTime() - one.submittedAt.getTime(),
  );
  const shown = found.slice(0, SUBMISSIONS_AT_ONCE);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return { submissions: shown.map(show), next: last?.submittedAt.toISOString() ?? null };
}

/** A word anywhere in a text, whatever signs it holds. */
const patternOf = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const show = ({ submittedAt, ...row }: SubmissionRow): Submission => ({
  ...row,
  submittedAt: submittedAt.toISOString(),
});
