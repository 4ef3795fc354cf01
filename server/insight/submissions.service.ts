import {
  type getSubmissionArchive,
  HAND_INS_IN_ONE_ARCHIVE,
  SUBMISSIONS_AT_ONCE,
  type Submission,
  type listSubmissions,
} from '@vlabs/contract/insight/insight';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { pageOf, readCursor, writeCursor } from '../platform/lists/cursor.ts';
import { type AccessScope, limitToClass } from '../platform/access/access-scope.ts';
import { patternsOf } from '../platform/postgres/search-patterns.ts';
import {
  type SubmissionRow,
  type Wanted,
  listHandInSubmissions,
  listQuizSubmissions,
  countToMark,
  findNextToMark,
} from './submissions.queries.ts';
import { findFew } from './submitted-attempts.queries.ts';

type Filters = z.output<typeof getSubmissionArchive.query>;
type Asked = z.output<typeof listSubmissions.query>;

/** Hand-ins and submitted quizzes together, newest first. */
export async function listSubmissionsOf(
  pool: Pool,
  scope: AccessScope,
  { after, ...filters }: Asked,
): Promise<{ submissions: Submission[]; next: string | null }> {
  const wanted = await wantedOf(pool, { scope, filters, max: SUBMISSIONS_AT_ONCE + 1 });
  if (after !== undefined) wanted.after = readCursor(after);
  const [quizzes, handIns] = await Promise.all([
    hasQuizzes(filters) ? listQuizSubmissions(pool, wanted) : [],
    filters.kind === 'quiz' ? [] : listHandInSubmissions(pool, wanted),
  ]);
  const found = [...quizzes, ...handIns].toSorted(
    (one, other) =>
      compare(other.timestampMicros, one.timestampMicros) || compare(other.key, one.key),
  );
  const { shown, next } = pageOf(found, {
    max: SUBMISSIONS_AT_ONCE,
    cursorOf: ({ timestampMicros, key }) => ({ timestampMicros, id: key }),
  });
  return { submissions: shown.map(show), next: next && writeCursor(next) };
}

/** The newest hand-ins that match the filters. */
export async function listHandInIds(
  pool: Pool,
  scope: AccessScope,
  filters: Filters,
): Promise<string[]> {
  if (filters.kind === 'quiz') return [];
  const wanted = await wantedOf(pool, { scope, filters, max: HAND_INS_IN_ONE_ARCHIVE });
  const rows = await listHandInSubmissions(pool, wanted);
  return rows.flatMap(({ handInId }) => handInId ?? []);
}

export async function getNextToMark(
  pool: Pool,
  scope: AccessScope,
  query: { after?: string | undefined; class?: string | undefined },
) {
  const within = limitToClass(scope, query.class);
  const [waiting, next] = await Promise.all([
    countToMark(pool, within),
    findNextToMark(pool, within, query.after ?? null),
  ]);
  return { waiting, next };
}

interface ToBeFound {
  scope: AccessScope;
  filters: Filters;
  max: number;
}

async function wantedOf(pool: Pool, { scope, filters, max }: ToBeFound): Promise<Wanted> {
  const { state, tests, similar, search } = filters;
  const patterns = patternsOf(search);
  const within = limitToClass(scope, filters.class);
  return {
    scope: within,
    // Classes have few submissions, which can be searched directly.
    sought: patterns.length > 0 && within.isUnlimited ? await findFew(pool, patterns) : null,
    state: state ?? null,
    tests: tests ?? null,
    leastSimilarity: similar === undefined ? null : similar / 100,
    patterns,
    after: null,
    max,
  };
}

/** Quizzes are marked on submission, late ones do not count, and they are not programs. */
const hasQuizzes = ({ kind, state, tests, similar }: Filters): boolean =>
  kind !== 'hand-in' &&
  (state === undefined || state === 'marked') &&
  tests === undefined &&
  similar === undefined;

/** Compares bytes, as the database does. */
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
