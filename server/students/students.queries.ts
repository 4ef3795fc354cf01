import { type Database, run, sql } from '../platform/database.ts';

/** What the student list says of a person who is there already. */
export interface StudentRow {
  personId: string;
  course: string;
  mobile: string;
  mentorName: string;
  mentorEmail: string;
  department: string;
  parentMobile: string;
  graduationYear: string;
  other: { heading: string; text: string }[];
}

/** Adds the rows, or puts them in place of those that the same people have. */
export function upsertStudents(db: Database, students: StudentRow[]) {
  return run(
    db,
    sql`
      insert into students (person_id, course, mobile, mentor_name, mentor_email, department,
        parent_mobile, graduation_year, other)
      select "personId", course, mobile, "mentorName", "mentorEmail", department,
        "parentMobile", "graduationYear", other
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as student (
        "personId" text, course text, mobile text, "mentorName" text, "mentorEmail" text,
        department text, "parentMobile" text, "graduationYear" text, other jsonb
      )
      on conflict (person_id) do update
      set course = excluded.course, mobile = excluded.mobile, mentor_name = excluded.mentor_name,
        mentor_email = excluded.mentor_email, department = excluded.department,
        parent_mobile = excluded.parent_mobile, graduation_year = excluded.graduation_year,
        other = excluded.other, updated_at = now()
    `,
  );
}
