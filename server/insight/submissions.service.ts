import {
  type getSubmissionArchive,
  HAND_INS_IN_ONE_ARCHIVE,
  SUBMISSIONS_AT_ONCE,
  type Submission,
  type listSubmissions,
} from '@vlabs/contract/insight';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Reach, narrowTo } from '../platform/reach.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import {
  type SubmissionRow,
  type Wanted,
  countToMark,
  findNextToMark,
  listHandInSubmissions,
  listQuizSubmissions,
} from './submissions.queries.ts';

type Filters = z.output<typeof getSubmissionArchive.query>;
type Asked = z.output<typeof listSubmissions.query>;

/** Hand-ins and submitted quizzes together, the newest first. */
export async function listSubmissionsOf(
  pool: Pool,
  reach: Reach,
  { after, ...filters }: Asked,
): Promise<{ submissions: Submission[]; next: string | null }> {
  const wanted = wantedOf(reach, filters, SUBMISSIONS_AT_ONCE + 1);
  const [exactly, key] = after?.split(' ') ?? [];
  if (exactly !== undefined && key !== undefined) wanted.after = { exactly, key };
  const [quizzes, handIns] = await Promise.all([
    hasQuizzes(filters) ? listQuizSubmissions(pool, wanted) : [],
    filters.kind === 'quiz' ? [] : listHandInSubmissions(pool, wanted),
  ]);
  const found = [...quizzes, ...handIns].toSorted(
    (one, other) => compare(other.exactly, one.exactly) || compare(other.key, one.key),
  );
  const shown = found.slice(0, SUBMISSIONS_AT_ONCE);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  return { submissions: shown.map(show), next: last ? `${last.exactly} ${last.key}` : null };
}

/** Of the hand-ins that the filters leave, the newest. */
export async function listHandInIds(pool: Pool, reach: Reach, filters: Filters): Promise<string[]> {
  if (filters.kind === 'quiz') return [];
  const rows = await listHandInSubmissions(pool, wantedOf(reach, filters, HAND_INS_IN_ONE_ARCHIVE));
  return rows.flatMap(({ handInId }) => handInId ?? []);
}

export async function getNextToMark(
  pool: Pool,
  reach: Reach,
  query: { after?: string | undefined; class?: string | undefined },
) {
  const within = narrowTo(reach, query.class);
  const [waiting, next] = await Promise.all([
    countToMark(pool, within),
    findNextToMark(pool, within, query.after ?? null),
  ]);
  return { waiting, next };
}

function wantedOf(reach: Reach, filters: Filters, max: number): Wanted {
  const { state, tests, similar, search } = filters;
  return {
    reach: narrowTo(reach, filters.class),
    state: state ?? null,
    tests: tests ?? null,
    leastSimilarity: similar === undefined ? null : similar / 100,
    patterns: patternsOf(search),
    after: null,
    max,
  };
}

/** Quizzes are marked as they come, what comes too late does not count, and they are no programs. */
const hasQuizzes = ({ kind, state, tests, similar }: Filters): boolean =>
  kind !== 'hand-in' &&
  (state === undefined || state === 'marked') &&
  tests === undefined &&
  similar === undefined;

/** By their bytes, as the database does. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function show(row: SubmissionRow): Submission {
  const { kind, id, title, userId, name, isLate, score, fullScore, handInId } = row;
  const { submittedAt, similarity, nearestId, language } = row;
  const isSimilar = similarity !== null && nearestId !== null && language !== null;
  return {
    kind,
    id,
    title,
    userId,
    name,
    isLate,
    score,
    fullScore,
    handInId,
    submittedAt: submittedAt.toISOString(),
    tests: testsOf(row),
    similarity: isSimilar ? { highest: similarity, handInId: nearestId, language } : null,
  };
}

function testsOf({ testState, testPoints, testMaxPoints }: SubmissionRow): Submission['tests'] {
  if (testState === null) return null;
  return {
    points: testState === 'done' ? testPoints : null,
    maxPoints: testMaxPoints ?? 0,
    hasFailed: testState === 'failed',
  };
}
