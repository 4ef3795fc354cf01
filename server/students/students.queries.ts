// Reads tables of others: people, student_and_guest_records, student_records.
import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

const Other = z.array(z.object({ heading: z.string(), text: z.string() }));

const StudentRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** As a list said it; null while none has. */
  lastName: z.string().nullable(),
  course: z.string(),
  mobile: z.string(),
  mentorName: z.string(),
  mentorEmail: z.string(),
  department: z.string(),
  parentMobile: z.string(),
  graduationYear: z.string(),
  other: Other,
  isListed: z.boolean(),
  isGuest: z.boolean(),
  registeredAt: z.date().nullable(),
  disabledAt: z.date().nullable(),
});
export type StudentRecord = z.infer<typeof StudentRecord>;

/** In the order of roll numbers. Guests are no students. */
export async function listStudentRecords(db: Database): Promise<StudentRecord[]> {
  return (await listRecords(db)).filter(({ isGuest }) => !isGuest);
}

/** Of students and guests, in the order of roll numbers; of one where their roll number is said. */
export function listRecords(db: Database, id: string | null = null) {
  return all(
    db,
    StudentRecord,
    sql`
      select id, name, email, last_name, course, mobile, mentor_name, mentor_email, department,
        parent_mobile, graduation_year, other, is_listed, is_guest, registered_at, disabled_at
      from student_and_guest_records
      where ${id}::text is null or lower(id) = lower(${id})
      order by lower(id)
    `,
  );
}

const Holder = z.object({
  id: z.string(),
  email: z.string(),
  isStudent: z.boolean(),
  isGuest: z.boolean(),
});

/** Everyone who has a roll number and perhaps an email address, the hidden and the admins too. */
export function listHolders(db: Database) {
  return all(
    db,
    Holder,
    sql`
      select id, coalesce(email, '') as email, role = 0 as is_student, is_guest
      from people
    `,
  );
}

/** Those of the students with these roll numbers who are to register yet. */
export function listUnregistered(db: Database, rollNumbers: readonly string[]) {
  return all(
    db,
    StudentRecord.pick({ id: true, name: true }),
    sql`
      select id, name
      from student_records
      where registered_at is null and disabled_at is null
        and lower(id) = any(${rollNumbers.map((id) => id.toLowerCase())}::text[])
      order by lower(id)
    `,
  );
}

/** Held to the end of the transaction, so that lists are imported one after the other. */
export function holdStudentList(db: Database) {
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended('student list', 0))`);
}

/** What the student list says of a person who is there already. */
export interface StudentRow {
  personId: string;
  lastName: string | null;
  course: string;
  mobile: string;
  mentorName: string;
  mentorEmail: string;
  department: string;
  parentMobile: string;
  graduationYear: string;
  other: z.infer<typeof Other>;
}

/** Adds the rows, or puts them in place of those that the same people have. */
export function upsertStudents(db: Database, students: StudentRow[]) {
  return run(
    db,
    sql`
      insert into students (person_id, last_name, course, mobile, mentor_name, mentor_email,
        department, parent_mobile, graduation_year, other)
      select person.id, student."lastName", student.course, student.mobile, student."mentorName",
        student."mentorEmail", student.department, student."parentMobile", student."graduationYear",
        student.other
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as student (
        "personId" text, "lastName" text, course text, mobile text, "mentorName" text,
        "mentorEmail" text, department text, "parentMobile" text, "graduationYear" text, other jsonb
      )
      join people person on lower(person.id) = lower(student."personId")
      on conflict (person_id) do update
      set last_name = excluded.last_name, course = excluded.course, mobile = excluded.mobile,
        mentor_name = excluded.mentor_name, mentor_email = excluded.mentor_email,
        department = excluded.department, parent_mobile = excluded.parent_mobile,
        graduation_year = excluded.graduation_year, other = excluded.other, updated_at = now()
    `,
  );
}

/** Adds rows for people of the demo who have none; what an admin has corrected stays. */
export function insertDemoStudents(db: Database, students: StudentRow[]) {
  return run(
    db,
    sql`
      insert into students (person_id, last_name, course, mobile, mentor_name, mentor_email,
        department, parent_mobile, graduation_year, other)
      select person.id, student."lastName", student.course, student.mobile, student."mentorName",
        student."mentorEmail", student.department, student."parentMobile", student."graduationYear",
        student.other
      from jsonb_to_recordset(${JSON.stringify(students)}::jsonb) as student (
        "personId" text, "lastName" text, course text, mobile text, "mentorName" text,
        "mentorEmail" text, department text, "parentMobile" text, "graduationYear" text, other jsonb
      )
      join people person on person.id = student."personId" and person.is_demo
      on conflict do nothing
    `,
  );
}
