import { z } from 'zod';
import { type Database, first, sql } from '../../platform/postgres/database.ts';

const Line = z.object({
  lastName: z.string().nullable(),
  course: z.string(),
  department: z.string(),
  graduationYear: z.string(),
  mobile: z.string(),
  parentMobile: z.string(),
  mentorName: z.string(),
  mentorEmail: z.string(),
  other: z.array(z.object({ heading: z.string(), text: z.string() })),
  updatedAt: z.date(),
});

/** A person's record from the student list; null if they are not on it. */
export function findLine(db: Database, personId: string) {
  return first(
    db,
    Line,
    sql`
      select last_name, course, department, graduation_year, mobile, parent_mobile, mentor_name,
        mentor_email, other, updated_at
      from students
      where person_id = ${personId}
    `,
  );
}
