import { z } from 'zod';
import { PAGE_OF_ROWS } from '../../platform/lists/pages-of-rows.ts';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { type AttemptKey, StoredAnswers } from '../store/attempts.queries.ts';

const OwnAttempt = z.object({
  quizId: z.uuid(),
  title: z.string(),
  startedAt: z.date(),
  deadlineAt: z.date(),
  submittedAt: z.date().nullable(),
  answers: StoredAnswers,
});
type OwnAttempt = z.infer<typeof OwnAttempt>;

/** A page of a student's attempts after one; results are read separately. */
export function listOwnAttempts(db: Database, personId: string, after: OwnAttempt | null) {
  return all(
    db,
    OwnAttempt,
    sql`
      select quiz_id, coalesce(nullif(topic, ''), subject_id) as title, started_at, deadline_at,
        submitted_at, answers
      from attempts
      join quizzes on unique_id = quiz_id
      where person_id = ${personId}
        and (${after?.quizId ?? null}::uuid is null or quiz_id > ${after?.quizId ?? null}::uuid)
      order by quiz_id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const OwnStep = z.object({
  /** Stored as text because it may exceed JavaScript's integers. */
  id: z.string(),
  at: z.date(),
  step: z.string(),
  /** Other people are not named. */
  by: z.enum(['you', 'the server', 'staff']),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
type OwnStep = z.infer<typeof OwnStep>;

/**
 * A page of an attempt's timeline after one line. Details of other people's actions may contain an unreleased score,
 * and their addresses are private.
 */
export function listOwnSteps(
  db: Database,
  { quizId, personId }: AttemptKey,
  after: OwnStep | null,
) {
  return all(
    db,
    OwnStep,
    sql`
      select id, at, step,
        case by when person_id then 'you' when 'server' then 'the server' else 'staff' end as by,
        case when by = person_id then address end as address,
        case when by = person_id then browser end as browser,
        case when by = person_id then details end as details
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId} and id > ${after?.id ?? 0}::bigint
      order by id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}
