import { z } from 'zod';
import { type Database, type Sql, all, first, sql } from '../platform/postgres/database.ts';
import { resultsInScope, workInScope } from '../classes/classes.reads.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { countMembers } from '../students/students.reads.ts';
import { isOfOpenClass, isThere } from './assignments.queries.ts';

/**
 * Counts the students that each audience admits. Equal audiences are counted once, and so are students in several of
 * their groups.
 */
const scopeOf = (workIds: Sql, among: Sql) => sql`
  audiences as (
    select work_id, array_agg(group_name order by group_name) as groups
    from work_audience
    where is_current and work_id = any(${workIds})
    group by work_id
  ),
  reach as materialized (
    select groups, ${countMembers(sql`groups`, among)} as students
    from (select distinct groups from audiences) as different
  )
`;

/** Condition on students: limited to sections where the scope is. */
function amongThoseOf(within: AccessScope): Sql {
  if (within.limitedClassIds.length === 0) return sql`true`;
  // Work within parts of a class has the class in its groups.
  return resultsInScope(within, sql`substr(group_name, 7, 36)::uuid`, sql`student.id`);
}

/** For assignments in scope: how many students each is for. */
export async function countReach(
  db: Database,
  ids: readonly string[],
  within: AccessScope,
): Promise<Map<string, number>> {
  const rows = await all(
    db,
    z.object({ workId: z.uuid(), students: z.coerce.number() }),
    sql`
      with ${scopeOf(sql`${ids}::uuid[]`, amongThoseOf(within))}
      select work_id, students from audiences join reach using (groups)
    `,
  );
  return new Map(rows.map(({ workId, students }) => [workId, students]));
}

/** Over all assignments in scope that are not withdrawn. */
export async function sumReach(db: Database, within: AccessScope): Promise<number> {
  const open = sql`array(
    select id from assignments assignment
    where withdrawn_at is null and ${isThere} and ${workInScope(within, sql`class_id`)}
      and ${isOfOpenClass})`;
  const summed = await first(
    db,
    z.object({ assigned: z.coerce.number() }),
    sql`
      with ${scopeOf(open, amongThoseOf(within))}
      select coalesce(sum(students), 0) as assigned from audiences join reach using (groups)
    `,
  );
  return summed?.assigned ?? 0;
}
