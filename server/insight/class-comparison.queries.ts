import { z } from 'zod';
import { type Database, all, first, sql } from '../platform/postgres/database.ts';
import { fullScore } from '../quizzes/quizzes.reads.ts';

/** From the first moment, inclusive, to the last, exclusive. */
export interface Term {
  from: Date;
  until: Date;
}

const Means = z.object({
  course: z.string(),
  year: z.string(),
  mentor: z.string(),
  quizResults: z.int(),
  quizMean: z.number().nullable(),
  assignmentResults: z.int(),
  assignmentMean: z.number().nullable(),
});

/**
 * Each student's number of results in the term and their mean in per cent. Quizzes count by start, assignments by
 * due time, or by creation without one.
 */
export function listStudentMeans(db: Database, { from, until }: Term) {
  return all(
    db,
    Means,
    sql`
      select course, graduation_year as year, mentor_name as mentor,
        coalesce(quiz.results, 0) as quiz_results, quiz.mean as quiz_mean,
        coalesce(assignment.results, 0) as assignment_results, assignment.mean as assignment_mean
      from student_records student
      left join (
        select person_id, count(*)::integer as results,
          avg(100 * score / ${fullScore}) as mean
        from quizzes
        join attempts on quiz_id = unique_id and submitted_at is not null
        where status = 'published' and starts_at >= ${from} and starts_at < ${until}
        group by person_id
      ) quiz on quiz.person_id = student.id
      left join (
        select student_id, count(*)::integer as results, avg(100 * marks / max_marks) as mean
        from assignments
        join hand_ins on assignment_id = assignments.id and is_last and marks is not null
        where withdrawn_at is null
          and coalesce(due_at, created_at) >= ${from} and coalesce(due_at, created_at) < ${until}
        group by student_id
      ) assignment on assignment.student_id = student.id
    `,
  );
}

export async function countWork(db: Database, { from, until }: Term) {
  const counted = await first(
    db,
    z.object({ quizzes: z.int(), assignments: z.int() }),
    sql`
      select
        (select count(*)::integer from quizzes
          where status = 'published' and starts_at >= ${from} and starts_at < ${until}) as quizzes,
        (select count(*)::integer from assignments
          where withdrawn_at is null and coalesce(due_at, created_at) >= ${from}
            and coalesce(due_at, created_at) < ${until}) as assignments
    `,
  );
  if (!counted) throw new Error('The work of the term was not counted.');
  return counted;
}
