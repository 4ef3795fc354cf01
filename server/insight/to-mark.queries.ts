import { z } from 'zod';
import { workInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { type Database, type Sql, first, sql } from '../platform/postgres/database.ts';
import { isOfSectionsIn } from './submissions.queries.ts';

const Waiting = z.object({
  handInId: z.uuid(),
  assignmentId: z.uuid(),
  studentId: z.string(),
});

/** Assignments of open classes count their hand-ins and marks, so that most need not be read for unmarked ones. */
const withUnmarked = (scope: AccessScope) => sql`
  with work as materialized (
    select id, class_id, submitted_count - marked_count as waiting from assignments
    where submitted_count > marked_count
      and ${workInScope({ ...scope, hidesArchived: true }, sql`class_id`)}
  )
`;

const isWaiting = (scope: AccessScope) => sql`
  hand_in.assignment_id = work.id and hand_in.is_last and hand_in.marks is null
    and ${isOfSectionsIn(scope, sql`hand_in.student_id`)}
`;

/** The unmarked hand-in that arrived next after another; the first one if there is none. */
export async function findNextToMark(db: Database, scope: AccessScope, after: string | null) {
  const findFirst = (condition: Sql) =>
    first(
      db,
      Waiting,
      sql`
        ${withUnmarked(scope)}
        select found.id as hand_in_id, work.id as assignment_id, found.student_id
        from work
        cross join lateral (
          select hand_in.id, hand_in.student_id, hand_in.handed_in_at
          from hand_ins hand_in
          join student_records student on student.id = hand_in.student_id
          where ${isWaiting(scope)} and ${condition}
          order by hand_in.handed_in_at, hand_in.id
          limit 1
        ) found
        order by found.handed_in_at, found.id
        limit 1
      `,
    );
  const isAnother = sql`hand_in.id is distinct from ${after}::uuid`;
  const next =
    after === null
      ? null
      : await findFirst(sql`(hand_in.handed_in_at, hand_in.id) > (
          select other.handed_in_at, other.id from hand_ins other where other.id = ${after}::uuid)`);
  return next ?? findFirst(isAnother);
}

/** Counts unmarked hand-ins of visible people. */
export async function countToMark(db: Database, scope: AccessScope): Promise<number> {
  const counted = await first(
    db,
    z.object({ waiting: z.int() }),
    scope.isUnlimited ? countAll(scope) : countWithin(scope),
  );
  return counted?.waiting ?? 0;
}

const countWithin = (scope: AccessScope) => sql`
  ${withUnmarked(scope)}
  select count(*)::integer as waiting
  from work
  join hand_ins hand_in on ${isWaiting(scope)}
  join student_records student on student.id = hand_in.student_id
`;

/** Few people are not visible, so theirs are taken off. */
const countAll = (scope: AccessScope) => sql`
  ${withUnmarked(scope)}
  select (
    (select coalesce(sum(waiting), 0) from work) - (
      select count(*)
      from people person
      cross join lateral (
        select assignment_id from hand_ins
        where student_id = person.id and is_last and marks is null
        offset 0
      ) hand_in
      join work on work.id = hand_in.assignment_id
      where (person.is_demo or person.is_guest or person.role <> 0)
        and not exists (select 1 from student_records student where student.id = person.id)
    )
  )::integer as waiting
`;
