import type { Audience, Enrolment as Enrolled } from '@vlabs/contract/students/audience';
import { z } from 'zod';
import { studentIdsIn, studentsInScope } from '../../classes/classes.reads.ts';
import { FULL_ACCESS, type AccessScope } from '../../platform/access/access-scope.ts';
import {
  type Database,
  type Sql,
  all,
  first,
  prepared,
  sql,
} from '../../platform/postgres/database.ts';

const Enrolment = z.object({
  course: z.string(),
  year: z.string(),
  classes: z.array(z.object({ classId: z.uuid(), sections: z.array(z.uuid()) })),
});

/** The open classes where this person is a student. */
const classesOf = (personId: Sql) => sql`
  (
    select coalesce(json_agg(json_build_object('classId', member.class_id, 'sections', array(
      select section_id from member_sections own
      where own.class_id = member.class_id and own.person_id = member.person_id))), '[]')
    from class_members member
    join classes on classes.id = member.class_id and classes.state = 'open'
    where member.person_id = ${personId} and left_at is null and member.role = 'student'
  )
`;

export function findStudentEnrolment(db: Database, id: string) {
  return first(
    db,
    Enrolment,
    prepared(
      'find-enrolment',
      sql`
      select course, graduation_year as year, ${classesOf(sql`student_records.id`)} as classes
      from student_records
      where lower(id) = lower(${id})
    `,
    ),
  );
}

export function findStudent(db: Database, rollNumber: string) {
  return first(
    db,
    Enrolment.extend({ id: z.string(), name: z.string() }),
    sql`
      select id, name, course, graduation_year as year,
        ${classesOf(sql`student_records.id`)} as classes
      from student_records
      where lower(id) = lower(${rollNumber})
    `,
  );
}

/** For many people; omits those who are not students. */
export function listStudentEnrolments(db: Database, ids: readonly string[]) {
  return all(
    db,
    Enrolment.extend({ id: z.string() }),
    prepared(
      'list-enrolments',
      sql`
      select id, course, graduation_year as year, ${classesOf(sql`student_records.id`)} as classes
      from student_records
      where lower(id) = any(${ids.map(toLowerCase)}::text[])
    `,
    ),
  );
}

/** Null if the group has no class. */
const nameInClass = sql`case when group_name like 'class %' then substr(group_name, 44) end`;
const classOfGroup = sql`case when group_name like 'class %' then substr(group_name, 7, 36)::uuid end`;

/** The people of a group, as `member(person_id)`, through an index for every kind except everyone. */
const members = sql`
  (
    select person_id from students
    where 'course ' || lower(course collate "und-x-icu") = group_name
    union all
    select person_id from students
    where 'year ' || lower(graduation_year collate "und-x-icu") = group_name
    union all
    select id from people where 'person ' || lower(id collate "und-x-icu") = group_name
    union all
    -- A group of a class: its name, after 'class ', its id and a blank. Most are of everyone in it.
    select person_id
    from class_members
    where class_id = case when ${nameInClass} = 'everyone' then ${classOfGroup} end
      and left_at is null and role = 'student'
    union all
    select person_id
    from member_sections own
    join class_members enrolled using (class_id, person_id)
    where section_id = case when ${nameInClass} like 'section %' then substr(group_name, 52)::uuid end
      and class_id = ${classOfGroup} and left_at is null and role = 'student'
    union all
    select enrolled.person_id
    from class_members enrolled
    join students listed using (person_id)
    where class_id = case when ${nameInClass} like any('{course %,year %}') then ${classOfGroup} end
      and left_at is null and role = 'student'
      and ${nameInClass} = any(
        groups_of_student(enrolled.person_id, listed.course, listed.graduation_year))
    union all
    select enrolled.person_id
    from people named
    join class_members enrolled on enrolled.person_id = named.id
    where 'person ' || lower(named.id collate "und-x-icu") = ${nameInClass}
      and class_id = ${classOfGroup} and left_at is null and enrolled.role = 'student'
  ) member
`;

/** The groups of an audience as an SQL fragment. */
const groupsIn = ({ everyone, courses, years, rollNumbers, inClass }: Audience) => sql`
  groups_of_class_audience(${inClass?.classId ?? null}::uuid, ${inClass?.sections ?? []}::uuid[],
    ${everyone}, ${courses}, ${years}, stored_roll_numbers(${rollNumbers}))
`;

/** Counts the students in at least one group; `among` limits groups other than everyone. */
export const countMembers = (groups: Sql, among = sql`true`) => sql`
  case
    when 'everyone' = any(${groups}) then (select count(*) from student_records)
    else (
      select count(distinct student.id)
      from unnest(${groups}) as group_name
      cross join lateral ${members}
      join student_records student on student.id = member.person_id
      where ${among}
    )
  end
`;

/** Reports whether the audience admits a student. For many students, groups are read instead. */
export const isLetIn = (id: Sql, audience: Audience) =>
  audience.everyone && !audience.inClass
    ? sql`true`
    : sql`
        ${id} in (
          select member.person_id
          from unnest(${groupsIn(audience)}) as group_name
          cross join lateral ${members}
        )
      `;

const StudentInAudience = Enrolment.extend({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isDisabled: z.boolean(),
});

export function listStudentsInAudience(db: Database, audience: Audience) {
  return all(
    db,
    StudentInAudience,
    sql`
      select id, name, email, course, graduation_year as year,
        ${classesOf(sql`student_records.id`)} as classes, disabled_at is not null as is_disabled
      from student_records
      where ${isLetIn(sql`id`, audience)}
      order by lower(id)
    `,
  );
}

/** The records of the students in scope, looked up one by one where these are few of the campus. */
const recordsIn = (scope: AccessScope): Sql =>
  scope.isUnlimited
    ? sql`student_records`
    : sql`(
        select student.*
        from (select distinct person_id from (${studentIdsIn(scope)}) ids) own
        cross join lateral (
          select * from student_records where id = own.person_id offset 0
        ) student
      ) records`;

export function findNumberOfStudents(db: Database, scope: AccessScope) {
  return first(
    db,
    z.object({ students: z.int() }),
    sql`
      select count(*)::integer as students
      from ${recordsIn(scope)}
    `,
  );
}

/** Counts the students that an audience admits; in a class, those in scope. */
export async function countStudentsIn(
  db: Database,
  audience: Audience,
  scope: AccessScope = FULL_ACCESS,
): Promise<number> {
  const counted = await first(
    db,
    z.object({ students: z.coerce.number() }),
    sql`
      select ${countMembers(sql`groups`, studentsInScope(scope, sql`student.id`))} as students
      from ${groupsIn(audience)} as groups
    `,
  );
  return counted?.students ?? 0;
}

/** Those of the lower-case roll numbers that no student in scope has. */
export async function listUnknownRollNumbers(
  db: Database,
  rollNumbers: readonly string[],
  scope: AccessScope,
) {
  const unknown = await all(
    db,
    z.object({ id: z.string() }),
    sql`
      select id
      from unnest(${rollNumbers}::text[], stored_roll_numbers(${rollNumbers}))
        with ordinality named (id, stored, place)
      where not exists (
        select 1 from student_records student
        where lower(student.id) = named.stored and ${studentsInScope(scope, sql`student.id`)})
      order by place
    `,
  );
  return unknown.map(({ id }) => id);
}

/** What students can be chosen by. */
export type ChoiceKind = 'course' | 'year' | 'mentor';

/** Values of students in scope with counts, unordered, in their first spelling. */
export function listChoices(db: Database, scope: AccessScope, kinds: readonly ChoiceKind[]) {
  return all(
    db,
    z.object({
      kind: z.enum(['course', 'year', 'mentor']),
      name: z.string(),
      students: z.int(),
    }),
    sql`
      select kind, (array_agg(value order by lower(id)))[1] as name, count(*)::integer as students
      from ${recordsIn(scope)}
      cross join lateral (
        values ('course', course), ('year', graduation_year), ('mentor', mentor_name)
      ) as choice (kind, value)
      where value <> '' and kind = any(${kinds}::text[])
      group by kind, lower(value collate "und-x-icu")
    `,
  );
}

type Kind = 'quiz' | 'assignment';

/** The groups of a student that determine their work, computed once per statement. */
export const groupsOf = ({ rollNumber, course, year }: Enrolled) => sql`
  (select all_groups_of_student(${rollNumber}, ${course}, ${year}))::text[]
`;

/** A student's work that ended, was due or changed after `since`, with `work_id` and `until`; null for all. */
export const workOf = (
  kind: Kind,
  { rollNumber, course, year }: Enrolled,
  since: Date | null,
) => sql`
  work_of_student(${kind}, ${rollNumber}, ${course}, ${year},
    coalesce(${since}::timestamptz, '-infinity'))
`;

/**
 * A student's work that ended, was due and changed no later than `until`, latest of each group first, with
 * `work_id`; reading one row tells whether there is any.
 */
export const workUntil = (kind: Kind, student: Enrolled, until: Date) => sql`
  (
    select latest.work_id
    from unnest(${groupsOf(student)}) as own_group
    cross join lateral (
      select audience.work_id
      from work_audience audience
      where audience.group_name = own_group and audience.kind = ${kind} and audience.is_current
        and audience.until <= ${until}
      order by audience.until desc
    ) latest
    -- Work by work, whatever the planner thinks of how much there is.
    offset 0
  )
`;

const toLowerCase = (name: string) => name.toLowerCase();
