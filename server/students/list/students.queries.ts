import type { AccountState, StudentSort } from '@vlabs/contract/students/students';
import { z } from 'zod';
import { storedRollNumbers } from '../../platform/access/by-roll-number.ts';
import { studentsInScope, studentIdsIn } from '../../classes/classes.reads.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import { type Database, type Sql, all, first, run, sql } from '../../platform/postgres/database.ts';

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
export function findLineOfList(db: Database, personId: string) {
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

const Other = z.array(z.object({ heading: z.string(), text: z.string() }));

const StudentRecord = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** As listed; null if no list has it. */
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

const columns = sql`
  id, name, email, last_name, course, mobile, mentor_name, mentor_email, department, parent_mobile,
  graduation_year, other, is_listed, is_guest, registered_at, disabled_at
`;

/** Students whose records may be seen in part, and in full. */
export interface Sight {
  scope: AccessScope;
  owned: AccessScope;
}
const ALL: Sight = { scope: FULL_ACCESS, owned: FULL_ACCESS };

/** If the caller owns all their classes, ownership is not checked per student. */
const isOwned = ({ scope, owned }: Sight): Sql =>
  scope.limitedClassIds.length === 0 && scope.classIds.every((id) => owned.classIds.includes(id))
    ? sql`true`
    : studentsInScope(owned, sql`record.id`);

/**
 * Hidden data is neither searched nor sorted by. Students of classes are looked up individually; otherwise the
 * database would read the whole campus.
 */
const recordsIn = ({ scope, owned }: Sight) =>
  scope.isUnlimited
    ? sql`student_and_guest_records`
    : sql`
        (
          select id, name, email, last_name, course, mobile, department, graduation_year,
            is_listed, is_guest, registered_at, disabled_at,
            case when is_owned then mentor_name else '' end as mentor_name,
            case when is_owned then mentor_email else '' end as mentor_email,
            case when is_owned then parent_mobile else '' end as parent_mobile,
            case when is_owned then other else '[]' end as other
          from (select distinct person_id from (${studentIdsIn(scope)}) member) member
          cross join lateral (
            select * from student_and_guest_records where id = member.person_id offset 0) record
          cross join lateral (select ${isOwned({ scope, owned })} as is_owned) owned
        ) seen
      `;

/** By roll number, optionally after one and up to a number. Without guests. */
export function listStudentRecords(
  db: Database,
  after: string | null = null,
  max: number | null = null,
) {
  return all(
    db,
    StudentRecord,
    sql`
      select ${columns}
      from student_and_guest_records
      where not is_guest and (${after}::text is null or lower(id) > lower(${after}))
      order by lower(id)
      limit ${max}
    `,
  );
}

/** A student or guest. */
export function findRecord(db: Database, id: string, sight: Sight = ALL) {
  return first(
    db,
    StudentRecord,
    sql`select ${columns} from ${recordsIn(sight)} where lower(id) = lower(${id})`,
  );
}

/** The same as the contract's `accountStateOf`. */
const accountState = sql`
  case
    when disabled_at is not null then 'Disabled'
    when is_guest then 'Guest'
    when registered_at is null then 'Not registered yet'
    else 'Registered'
  end
`;

const sortedBy: Record<StudentSort, Sql> = {
  roll: sql`id`,
  name: sql`name`,
  account: accountState,
  course: sql`course`,
  email: sql`email`,
  mobile: sql`mobile`,
  mentor: sql`mentor_name`,
  parent: sql`parent_mobile`,
  year: sql`graduation_year`,
};

export interface StudentFilter {
  sight: Sight;
  /** Patterns that must all occur in the student's data. */
  patterns: readonly string[];
  course: string | null;
  year: string | null;
  mentor: string | null;
  account: AccountState | null;
}

const isFound = ({ patterns, course, year, mentor, account }: StudentFilter) => sql`
  (${course}::text is null or lower(course) = lower(${course}))
  and (${year}::text is null or lower(graduation_year) = lower(${year}))
  and (${mentor}::text is null or lower(mentor_name) = lower(${mentor}))
  and (${account}::text is null or ${accountState} = ${account})
  and (${patterns.length} = 0 or concat_ws(E'\n', name, id, ${accountState}, course, email, mobile,
    mentor_name, parent_mobile, graduation_year, department, mentor_email,
    jsonb_path_query_array(other, '$[*].text')::text) ilike all(${patterns}::text[]))
`;

interface StudentPage {
  sort: StudentSort;
  isDescending: boolean;
  /** Only students after this one, by its sort value. */
  after: { id: string; value: string } | null;
  max: number;
}

/** Matching students and guests, in the requested order and then by roll number. */
export function listRecordPage(
  db: Database,
  filter: StudentFilter,
  { sort, isDescending, after, max }: StudentPage,
) {
  // Numbers within words sort numerically: Sec 2 before Sec 10.
  const place = sql`(${sortedBy[sort]} collate in_words, id collate in_words)`;
  const last = sql`
    (${after?.value ?? null}::text collate in_words, ${after?.id ?? null}::text collate in_words)
  `;
  const direction = isDescending ? sql`desc` : sql`asc`;
  return all(
    db,
    StudentRecord.extend({ sortedBy: z.string() }),
    sql`
      select ${columns}, ${sortedBy[sort]} as sorted_by
      from ${recordsIn(filter.sight)}
      where ${isFound(filter)}
        and (${after?.id ?? null}::text is null or ${place} ${isDescending ? sql`<` : sql`>`} ${last})
      order by ${sortedBy[sort]} collate in_words ${direction}, id collate in_words ${direction}
      limit ${max}
    `,
  );
}

const Counts = z.object({
  foundStudents: z.int(),
  foundGuests: z.int(),
  unregistered: z.int(),
  allStudents: z.int(),
  allGuests: z.int(),
});

/** Counts matches and the total. */
export async function countRecords(db: Database, filter: StudentFilter) {
  const counted = await first(
    db,
    Counts,
    sql`
      select
        count(*) filter (where is_found and not is_guest)::integer as found_students,
        count(*) filter (where is_found and is_guest)::integer as found_guests,
        count(*) filter (where is_found and state = 'Not registered yet')::integer as unregistered,
        count(*) filter (where not is_guest)::integer as all_students,
        count(*) filter (where is_guest)::integer as all_guests
      from (
        select is_guest, ${accountState} as state, ${isFound(filter)} as is_found
        from ${recordsIn(filter.sight)}
      ) counted
    `,
  );
  if (!counted) throw new Error('The students were not counted.');
  return counted;
}

const Holder = z.object({
  id: z.string(),
  email: z.string(),
  isStudent: z.boolean(),
  isGuest: z.boolean(),
});

/** Everyone with a roll number and possibly an email address, including disabled people and admins. */
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

/** Those of the students who have not registered. */
export function listUnregistered(db: Database, rollNumbers: readonly string[]) {
  return all(
    db,
    StudentRecord.pick({ id: true, name: true }),
    sql`
      select id, name
      from student_records
      where registered_at is null and disabled_at is null
        and lower(id) = any(${storedRollNumbers(rollNumbers)})
      order by lower(id)
    `,
  );
}

/** Held until the transaction ends, so that lists are imported one at a time. */
export function holdStudentList(db: Database) {
  return run(db, sql`select pg_advisory_xact_lock(hashtextextended('student list', 0))`);
}

/** The record of an existing person. */
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

/** Inserts or replaces records. */
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

/** Adds records for the demo's people without one; corrections by an admin stay. */
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
