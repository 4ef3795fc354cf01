import { Member } from '@vlabs/contract/classes/class-members';
import { type ClassRole, classRoles } from '@vlabs/contract/http/rights';
import { z } from 'zod';
import { storedRollNumbers } from '../platform/access/by-roll-number.ts';
import { type Database, all, first, run, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { hasAttemptInClass } from '../platform/access/teaching-members.queries.ts';
import { resultsInScope } from './access-scope.queries.ts';
import type { Erased } from '../platform/erasure.ts';

const Membership = z.object({
  term: z.string(),
  subject: z.string(),
  className: z.string(),
  sections: z.array(z.string()),
  role: z.enum(classRoles),
  joinedAt: z.date(),
  leftAt: z.date().nullable(),
});

/** A person's classes, including those they left. */
export function listMemberships(db: Database, personId: string) {
  return all(
    db,
    Membership,
    sql`
      select terms.name as term, subject, classes.name as class_name, array(
          select sections.name
          from member_sections own
          join sections on sections.id = section_id
          where own.class_id = member.class_id and own.person_id = member.person_id
          order by sections.name
        ) as sections, role, joined_at, left_at
      from class_members member
      join classes on classes.id = member.class_id
      join terms on terms.id = term_id
      where member.person_id = ${personId}
      order by joined_at, classes.id
    `,
  );
}

interface MemberPage {
  classId: string;
  scope: AccessScope;
  patterns: readonly string[];
  /** Null for everyone. */
  kind: 'staff' | 'student' | null;
  sectionId: string | null;
}

const isListed = ({ classId, scope, patterns, kind, sectionId }: MemberPage) => sql`
  member.class_id = ${classId} and member.left_at is null
  and (${kind}::text is null or (member.role = 'student') = (${kind} = 'student'))
  and (${sectionId}::uuid is null or exists (
    select 1 from member_sections own
    where own.class_id = member.class_id and own.person_id = member.person_id
      and own.section_id = ${sectionId}))
  and (member.role <> 'student' or ${resultsInScope(scope, sql`member.class_id`, sql`member.person_id`)})
  and concat_ws(' ', people.id, people.name) ilike all(${patterns}::text[])
`;

/** Staff first, each group by roll number. */
export function listMemberPage(
  db: Database,
  { after, max, ...page }: MemberPage & { after: string; max: number },
) {
  return all(
    db,
    Member.extend({ joinedAt: z.date() }),
    sql`
      select people.id as person_id, people.name, coalesce(people.email, '') as email,
        member.role, member.source, member.joined_at,
        array(
          select section_id from member_sections own
          where own.class_id = member.class_id and own.person_id = member.person_id) as sections
      from class_members member
      join people on people.id = member.person_id
      where ${isListed(page)} and (${after} = '' or (member.role = 'student', lower(people.id)) > (
        select last.role = 'student', lower(last.person_id) from class_members last
        where last.class_id = member.class_id and lower(last.person_id) = lower(${after})))
      order by member.role = 'student', lower(people.id)
      limit ${max}
    `,
  );
}

export async function countMembersOf(db: Database, page: MemberPage): Promise<number> {
  const counted = await first(
    db,
    z.object({ members: z.int() }),
    sql`
      select count(*)::integer as members
      from class_members member
      join people on people.id = member.person_id
      where ${isListed(page)}
    `,
  );
  return counted?.members ?? 0;
}

/** People who may have this role and are not members. */
export function listCandidates(
  db: Database,
  {
    classId,
    patterns,
    role,
    max,
  }: {
    classId: string;
    patterns: readonly string[];
    role: ClassRole;
    max: number;
  },
) {
  return all(
    db,
    z.object({ personId: z.string(), name: z.string(), course: z.string(), year: z.string() }),
    sql`
      select people.id as person_id, people.name, coalesce(listed.course, '') as course,
        coalesce(listed.graduation_year, '') as year
      from people
      left join student_records listed on listed.id = people.id
      where not people.is_guest and people.disabled_at is null
        and case when people.role = 1 then ${role} <> 'student'
          else ${role} in ('student', 'assistant') and listed.id is not null end
        and concat_ws(' ', people.id, people.name) ilike all(${patterns}::text[])
        and not exists (
          select 1 from class_members member
          where member.class_id = ${classId} and member.person_id = people.id
            and member.left_at is null)
      order by lower(people.id)
      limit ${max}
    `,
  );
}

const Known = z.object({
  id: z.string(),
  isStaff: z.boolean(),
  isGuest: z.boolean(),
  isDisabled: z.boolean(),
  /** They have an attempt at a test of the class. */
  hasAttempt: z.boolean(),
  /** They were a member, and were removed. */
  wasRemoved: z.boolean(),
  /** Their current role in the class. */
  role: z.enum(classRoles).nullable(),
  sections: z.array(z.string()),
});
export type Known = z.infer<typeof Known>;

/** Existing people among these, by roll numbers as a person types them, with their role in the class. */
export function listKnown(db: Database, classId: string, ids: readonly string[]) {
  return all(
    db,
    Known,
    sql`
      select people.id, people.role = 1 as is_staff, people.is_guest,
        people.disabled_at is not null as is_disabled,
        exists (
          select from class_members earlier
          where earlier.class_id = ${classId} and earlier.person_id = people.id
            and earlier.left_at is not null
        ) as was_removed,
        member.role,
        array(
          select section_id::text from member_sections own
          where own.class_id = ${classId} and own.person_id = people.id) as sections,
        ${hasAttemptInClass(sql`${classId}::uuid`, sql`people.id`)} as has_attempt
      from people
      left join class_members member
        on member.class_id = ${classId} and member.person_id = people.id
          and member.left_at is null
      where lower(people.id) = any(${storedRollNumbers(ids)})
    `,
  );
}

/** Counts the other owners. */
export async function countOtherOwners(
  db: Database,
  classId: string,
  ids: readonly string[],
): Promise<number> {
  return run(
    db,
    sql`
      select 1
      from class_members
      join people on people.id = person_id
      where class_id = ${classId} and class_members.role = 'owner' and left_at is null
        and disabled_at is null and not (person_id = any(${ids}::text[]))
    `,
  );
}

/** A returning member joins again. A manual role or section is never changed by a list. */
export function upsertMembers(
  db: Database,
  {
    classId,
    ids,
    role,
    source,
    arePlaced = false,
  }: {
    classId: string;
    ids: readonly string[];
    role: ClassRole;
    source: 'hand' | 'code';
    arePlaced?: boolean;
  },
) {
  return run(
    db,
    sql`
      insert into class_members (class_id, person_id, role, source)
      select ${classId}, id, ${role}, ${source} from unnest(${ids}::text[]) as id
      on conflict (class_id, person_id) do update
      set role = excluded.role, left_at = null, source = excluded.source,
        joined_at = case when class_members.left_at is null then class_members.joined_at
          else excluded.joined_at end
      where class_members.left_at is not null or class_members.role <> excluded.role
        or ${arePlaced}
    `,
  );
}

/** Replaces the sections of members. */
export async function replaceSections(
  db: Database,
  {
    classId,
    ids,
    sections,
  }: {
    classId: string;
    ids: readonly string[];
    sections: readonly string[];
  },
): Promise<void> {
  await run(
    db,
    sql`
      delete from member_sections
      where class_id = ${classId} and person_id = any(${ids}::text[])
        and not (section_id = any(${sections}::uuid[]))
    `,
  );
  await run(
    db,
    sql`
      insert into member_sections (class_id, person_id, section_id)
      select ${classId}, id, section
      from unnest(${ids}::text[]) as id, unnest(${sections}::uuid[]) as section
      on conflict do nothing
    `,
  );
}

export function updateLeft(db: Database, classId: string, personId: string) {
  return run(
    db,
    sql`
      update class_members set left_at = now()
      where class_id = ${classId} and person_id = ${personId} and left_at is null
    `,
  );
}

/** Counts the open classes of a person. */
export async function countClassesOf(db: Database, personId: string): Promise<number> {
  return run(
    db,
    sql`
      select 1
      from class_members
      join classes on classes.id = class_id and state = 'open'
      where person_id = ${personId} and left_at is null
    `,
  );
}

/** Keeps memberships, so that class sizes do not change. */
export async function eraseInClasses(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const members = await run(
    db,
    sql`
      insert into class_members
      select moved.*
      from class_members member
      cross join lateral jsonb_populate_record(member, ${JSON.stringify({ person_id: placeholder })}::jsonb) moved
      where member.person_id = ${personId}
      limit ${max}
      on conflict do nothing
    `,
  );
  await run(
    db,
    sql`
      update member_sections set person_id = ${placeholder}
      where person_id = ${personId} and class_id in (
        select class_id from class_members where class_members.person_id = ${placeholder})
    `,
  );
  await run(
    db,
    sql`
      delete from class_members
      where person_id = ${personId} and class_id in (
        select class_id from class_members moved where moved.person_id = ${placeholder})
    `,
  );
  return members;
}
