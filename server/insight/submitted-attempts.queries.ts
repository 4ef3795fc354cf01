import { z } from 'zod';
import { KeptShares, StoredJudgements, judgementsOf } from '../attempts/attempts.reads.ts';
import { resultsInScope } from '../classes/classes.reads.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { PaperLayout } from '../quizzes/quizzes.reads.ts';

const SubmittedAttempt = z.object({
  personId: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  mentor: z.string(),
  /** In the student's numbering: number → option. */
  answers: z.string().transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text))),
  judgements: StoredJudgements,
  keptShares: KeptShares,
  /** Stored for erased people, whose order no longer follows from the roll number. */
  paper: PaperLayout.nullable(),
  score: z.number(),
  changedAt: z.date(),
  startedAt: z.date(),
  submittedAt: z.date(),
  submittedBy: z.enum(['student', 'server', 'admin']),
});
export type SubmittedAttempt = z.infer<typeof SubmittedAttempt>;

/** Of one quiz, in scope, by roll number; without those whose programs are still being judged. */
export async function listSubmittedAttempts(db: Database, quizId: string, scope: AccessScope) {
  const attempts: SubmittedAttempt[] = [];
  for (;;) {
    // In pages, so that reading a large test leaves room for other calls.
    const page = await listPage(db, { quizId, scope, after: attempts.at(-1)?.personId ?? '' });
    attempts.push(...page);
    if (page.length < PAGE) return attempts;
  }
}

const PAGE = 50;

function listPage(
  db: Database,
  { quizId, scope, after }: { quizId: string; scope: AccessScope; after: string },
) {
  return all(
    db,
    SubmittedAttempt,
    sql`
      select person_id, student.name, student.course, student.graduation_year as year,
        student.mentor_name as mentor, answers, kept_shares, paper, score, attempts.changed_at, started_at, submitted_at, submitted_by,
        ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
      from attempts
      join quizzes on unique_id = quiz_id
      join student_records student on student.id = person_id
      where quiz_id = ${quizId} and score is not null and lower(person_id) > lower(${after})
        and ${resultsInScope(scope, sql`class_id`, sql`person_id`)}
      order by lower(person_id)
      limit ${PAGE}
    `,
  );
}

/** Of one student, oldest first, where the score is known. */
export function listScoresOf(db: Database, personId: string) {
  return all(
    db,
    z.object({ quizId: z.uuid(), score: z.number(), submittedAt: z.date() }),
    sql`
      select quiz_id, score, submitted_at
      from attempts
      where person_id = ${personId} and score is not null
      order by submitted_at
    `,
  );
}

/** The quizzes that at least one student in scope has submitted. */
export async function listSubmittedQuizIds(
  db: Database,
  quizIds: readonly string[],
  scope: AccessScope,
): Promise<Set<string>> {
  const rows = await all(
    db,
    z.object({ quizId: z.uuid() }),
    sql`
      select asked.quiz_id
      from unnest(${quizIds}::uuid[]) as asked (quiz_id)
      where exists (
        select 1
        from attempts
        join quizzes on unique_id = attempts.quiz_id
        where attempts.quiz_id = asked.quiz_id and submitted_at is not null
          and ${resultsInScope(scope, sql`class_id`, sql`person_id`)})
    `,
  );
  return new Set(rows.map(({ quizId }) => quizId));
}
