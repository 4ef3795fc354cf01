// Reads tables of others: student_records.
import type { Audience } from '@vlabs/contract/people/audience';
import { z } from 'zod';
import { type Database, all, first, prepared, sql } from '../platform/postgres/database.ts';

const Enrolment = z.object({ course: z.string(), year: z.string() });

export function findStudentEnrolment(db: Database, id: string) {
  return first(
    db,
    Enrolment,
    prepared(
      'find-enrolment',
      sql`
      select course, graduation_year as year from student_records where lower(id) = lower(${id})
    `,
    ),
  );
}

export function findStudentByRollNumber(db: Database, rollNumber: string) {
  return first(
    db,
    Enrolment.extend({ id: z.string(), name: z.string() }),
    sql`
      select id, name, course, graduation_year as year
      from student_records
      where lower(id) = lower(${rollNumber})
    `,
  );
}

/** Of many students; who is none is left out. */
export function listStudentEnrolments(db: Database, ids: readonly string[]) {
  return all(
    db,
    Enrolment.extend({ id: z.string() }),
    prepared(
      'list-enrolments',
      sql`
      select id, course, graduation_year as year
      from student_records
      where lower(id) = any(${ids.map(toLowerCase)}::text[])
    `,
    ),
  );
}

const StudentInAudience = Enrolment.extend({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isDisabled: z.boolean(),
});

export function listStudentsInAudience(
  db: Database,
  { everyone, courses, years, rollNumbers }: Audience,
) {
  return all(
    db,
    StudentInAudience,
    sql`
      select id, name, email, course, graduation_year as year,
        disabled_at is not null as is_disabled
      from student_records
      where is_for_student(${everyone}, ${courses}, ${years}, lower_all(${rollNumbers}), id, course,
        graduation_year)
      order by lower(id)
    `,
  );
}

export function findNumberOfStudents(db: Database) {
  return first(
    db,
    z.object({ students: z.int() }),
    sql`select count(*)::integer as students from student_records`,
  );
}

const toLowerCase = (name: string) => name.toLowerCase();
