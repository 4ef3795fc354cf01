import { z } from 'zod';
import { resultsInScope } from '../../classes/classes.reads.ts';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredAnswers } from '../attempts.queries.ts';

/** Counts for every started quiz, or for some; limited to the sections in scope. */
export function listAttemptCounts(
  db: Database,
  quizIds: readonly string[] | null = null,
  scope: AccessScope = FULL_ACCESS,
) {
  const isWithin =
    scope.limitedClassIds.length === 0
      ? sql`true`
      : sql`exists (
          select from quizzes
          where unique_id = quiz_id and ${resultsInScope(scope, sql`class_id`, sql`attempts.person_id`)})`;
  return all(
    db,
    z.object({ quizId: z.uuid(), started: z.int(), submitted: z.int() }),
    sql`
      select quiz_id, count(*)::integer as started, count(submitted_at)::integer as submitted
      from attempts
      where (${quizIds}::uuid[] is null or quiz_id = any(${quizIds}::uuid[])) and ${isWithin}
      group by quiz_id
    `,
  );
}

/** The quizzes that at least one student has started. */
export async function listStarted(db: Database, quizIds: readonly string[]): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select asked.quiz_id
      from unnest(${quizIds}::uuid[]) as asked (quiz_id)
      where exists (select 1 from attempts where attempts.quiz_id = asked.quiz_id)
    `,
  );
  return new Set(rows.map(({ quizId }) => quizId));
}

/** The submitted answers of one quiz. */
export function listSubmittedAnswers(db: Database, quizId: string) {
  return all(
    db,
    z.object({ personId: z.string(), answers: StoredAnswers, paper: PaperLayout.nullable() }),
    sql`
      select person_id, answers, paper
      from attempts
      where quiz_id = ${quizId} and submitted_at is not null
    `,
  );
}
