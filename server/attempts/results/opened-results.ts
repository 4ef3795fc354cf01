import type { Database } from '../../platform/postgres/database.ts';
import { type Openings, decideOpenings } from '../rules/answers-open.ts';
import { listExtensions } from '../store/extensions.queries.ts';
import { timesOf } from '../rules/quiz-times.ts';
import { lastEndMs, plannedEndMs } from '../rules/extensions.ts';
import { type Openable, listLatestOpenDeadlines, listSubmittedOf } from './results.queries.ts';

/** What a student may see of a submitted quiz by now. */
export interface OpenedResult extends Openings {
  quizId: string;
  title: string;
  submittedAt: Date;
  submittedBy: 'student' | 'server' | 'admin';
  scoreOpens: 'at_once' | 'at_end' | 'never';
  correctedAt: Date | null;
  /** When the last program of the test was judged; null without programs. */
  judgedAt: Date | null;
  /** End with every extension; results released at the end are not released earlier. */
  lastEndMs: number;
}

interface Wanted {
  personId: string;
  /** Only quizzes submitted or ended after this time. */
  since: Date;
  nowMs: number;
  graceMs: number;
}

export async function listOpenedResults(db: Database, wanted: Wanted): Promise<OpenedResult[]> {
  const submitted = await listSubmittedOf(db, wanted.personId, wanted.since);
  return findOpenings(db, submitted, wanted);
}

/** Returns what a student may see of some attempts by now. */
export async function findOpenings<Attempt extends Openable>(
  db: Database,
  submitted: readonly Attempt[],
  { nowMs, graceMs }: Pick<Wanted, 'nowMs' | 'graceMs'>,
): Promise<(Attempt & Openings & { lastEndMs: number })[]> {
  if (submitted.length === 0) return [];
  const quizIds = submitted.map(({ quizId }) => quizId);
  const [extensions, deadlines] = await Promise.all([
    listExtensions(db, quizIds),
    listLatestOpenDeadlines(db, quizIds),
  ]);
  const extensionsOf = Map.groupBy(extensions, ({ quizId }) => quizId);
  const openUntil = new Map(deadlines.map(({ quizId, deadlineAt }) => [quizId, deadlineAt]));
  return submitted.map((attempt) => {
    const { quizId } = attempt;
    const times = timesOf(attempt);
    const endMs = lastEndMs(times, extensionsOf.get(quizId) ?? []);
    const latestOpenDeadlineMs = openUntil.get(quizId)?.getTime() ?? null;
    const { isBeingJudged } = attempt;
    const ends = {
      lastEndMs: endMs,
      plannedEndMs: plannedEndMs(times, extensionsOf.get(quizId) ?? []),
      latestOpenDeadlineMs,
      graceMs,
      isBeingJudged,
    };
    return { ...attempt, ...decideOpenings(attempt, ends, nowMs), lastEndMs: endMs };
  });
}
