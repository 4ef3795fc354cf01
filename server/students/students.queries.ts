// Reads tables of others: people, student_and_guest_records, student_records.
import type { AccountState, StudentSort } from '@vlabs/contract/people/students';
import { z } from 'zod';
import { studentsInScope, studentIdsIn } from '../classes/classes.reads.ts';
import { FULL_ACCESS, type AccessScope } from '../platform/access-scope.ts';
import { type Database, type Sql, all, first, run, sql } from '../platform/postgres/database.ts';

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

const columns = sql`
  id, name, email, last_name, course, mobile, mentor_name, mentor_email, department, parent_mobile,
  graduation_year, other, is_listed, is_guest, registered_at, disabled_at
`;

/** Of whom somebody may know something, and of whom everything that lists say. */
export interface Sight {
  scope: AccessScope;
  owned: AccessScope;
}
const ALL: Sight = { scope: FULL_ACCESS, owned: FULL_ACCESS };

/** Who owns all of their classes is not asked of each student again. */
const isOwned = ({ scope, owned }: Sight): Sql =>
  scope.limitedClassIds.length === 0 && scope.classIds.every((id) => owned.classIds.includes(id))
    ? sql`true`
    : studentsInScope(owned, sql`record.id`);

/**
 * What is hidden is neither found nor sorted by. The students of classes are looked up one by one: to find
 * them among all, the database would read the whole campus.
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

/** In the order of roll numbers; those after one, and at most so many, where that is said. Guests are no students. */
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

/** A student or a guest. */
export function findRecord(db: Database, id: string, sight: Sight = ALL) {
  return first(
    db,
    StudentRecord,
    sql`select ${columns} from ${recordsIn(sight)} where lower(id) = lower(${id})`,
  );
}

/** As `accountStateOf` of the contract says it. */
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
  /** Patterns of which every one is found somewhere in what is known of the student. */
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
  /** Only those after this one, by what its row was sorted by. */
  after: { id: string; value: string } | null;
  max: number;
}

/** Students and guests that a filter leaves, in the order that is asked for and then of roll numbers. */
export function listRecordPage(
  db: Database,
  filter: StudentFilter,
  { sort, isDescending, after, max }: StudentPage,
) {
  // Numbers within words count as numbers: Sec 2 comes before Sec 10.
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

/** How many a filter leaves, and of how many. */
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
