import { z } from 'zod';
import { resultsInScope } from '../../classes/classes.reads.ts';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredAnswers } from './attempts.queries.ts';
import { StoredJudgements, judgementsOf } from './judgements.queries.ts';

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
    quizIds === null
      ? sql`
          select quiz_id, count(*)::integer as started, count(submitted_at)::integer as submitted
          from attempts
          where ${isWithin}
          group by quiz_id
        `
      : sql`
          select asked.quiz_id, started.count::integer as started,
            submitted.count::integer as submitted
          from unnest(${quizIds}::uuid[]) as asked (quiz_id)
          -- Each counts in an index alone, whatever part of all attempts these are.
          cross join lateral (
            select count(*) from attempts where quiz_id = asked.quiz_id and ${isWithin}
          ) started
          cross join lateral (
            select count(*) from attempts
            where quiz_id = asked.quiz_id and submitted_at is not null and ${isWithin}
          ) submitted
          where started.count > 0
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

/** The scored answers of one quiz. */
export function listSubmittedAnswers(db: Database, quizId: string) {
  return all(
    db,
    z.object({
      personId: z.string(),
      answers: StoredAnswers,
      judgements: StoredJudgements,
      paper: PaperLayout.nullable(),
    }),
    sql`
      select person_id, answers, paper,
        ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
      from attempts
      where quiz_id = ${quizId} and score is not null
    `,
  );
}
