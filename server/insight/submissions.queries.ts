import { z } from 'zod';
import { type Database, all, sql } from '../platform/database.ts';

const Row = z.object({
  kind: z.enum(['quiz', 'hand-in']),
  id: z.uuid(),
  title: z.string(),
  userId: z.string(),
  name: z.string(),
  submittedAt: z.date(),
  isLate: z.boolean(),
  score: z.number().nullable(),
  fullScore: z.number(),
});
export type SubmissionRow = z.infer<typeof Row>;

export interface Wanted {
  state: 'to_mark' | 'marked' | 'late' | null;
  /** Patterns of which every one is found in the name, the roll number or the title. */
  patterns: readonly string[];
  before: Date | null;
  most: number;
}

/** Submitted attempts of the students who are shown, the newest first. */
export function listQuizSubmissions(db: Database, wanted: Wanted) {
  return all(
    db,
    Row,
    sql`
      select 'quiz' as kind, quiz_id as id, coalesce(nullif(topic, ''), subject_id) as title,
        student.id as "userId", student.name, submitted_at as "submittedAt", false as "isLate",
        score, (total_questions - left_out) * score_per_question as "fullScore"
      from attempts
      join quizzes on quizzes.unique_id = quiz_id
      join student_records student on student.id = person_id
      where submitted_at is not null
        and (${wanted.before}::timestamptz is null or submitted_at < ${wanted.before})
        and concat_ws(' ', student.name, student.id, topic, subject_id)
          ilike all(${wanted.patterns}::text[])
      order by submitted_at desc
      limit ${wanted.most}
    `,
  );
}

/** The hand-ins that count of the students who are shown, the newest first. */
export function listHandInSubmissions(db: Database, { state, ...wanted }: Wanted) {
  return all(
    db,
    Row,
    sql`
      select 'hand-in' as kind, assignment_id as id, title, student.id as "userId", student.name,
        handed_in_at as "submittedAt", is_late as "isLate", marks as score,
        max_marks as "fullScore"
      from hand_ins
      join assignments on assignments.id = assignment_id
      join student_records student on student.id = student_id
      where is_last
        and (${wanted.before}::timestamptz is null or handed_in_at < ${wanted.before})
        and (${state}::text is null
          or (${state} = 'to_mark' and marks is null)
          or (${state} = 'marked' and marks is not null)
          or (${state} = 'late' and is_late))
        and concat_ws(' ', student.name, student.id, title) ilike all(${wanted.patterns}::text[])
      order by handed_in_at desc
      limit ${wanted.most}
    `,
  );
}
