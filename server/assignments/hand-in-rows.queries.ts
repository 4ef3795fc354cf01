import type { Audience } from '@vlabs/contract/students/audience';
import { z } from 'zod';
import { resultsInScope } from '../classes/classes.reads.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';
import type { AccessScope } from '../platform/access/access-scope.ts';
import { isLetIn } from '../students/students.reads.ts';

const Row = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  year: z.string(),
  handInId: z.uuid().nullable(),
  version: z.int().nullable(),
  kind: z.enum(['program', 'text', 'files']).nullable(),
  handedInAt: z.date().nullable(),
  isLate: z.boolean(),
  marks: z.number().nullable(),
  testPoints: z.number().nullable(),
  testMaxPoints: z.number().nullable(),
});
export type HandInListRow = z.infer<typeof Row>;

/** Students of the audience, and former ones who handed in, in scope. */
export function listRows(
  db: Database,
  { id: assignmentId, audience }: { id: string; audience: Audience },
  scope: AccessScope,
) {
  const classId = sql`${classIdOf(audience)}::uuid`;
  return all(
    db,
    Row,
    sql`
      select student.id, student.name, student.course, student.graduation_year as year,
        hand_in.id as hand_in_id, version, kind, handed_in_at, coalesce(is_late, false) as is_late,
        marks, tested.points as test_points, tested.max_points as test_max_points
      from student_records student
      left join hand_ins hand_in
        on hand_in.student_id = student.id and hand_in.is_last
          and hand_in.assignment_id = ${assignmentId}
      left join hand_in_tests tested
        on tested.hand_in_id = hand_in.id and tested.state = 'done'
      where student.id in (
        select student_id
        from hand_ins last
        where last.is_last and last.assignment_id = ${assignmentId}
        union all
        select id from people where ${isLetIn(sql`people.id`, audience)})
        and ${resultsInScope(scope, classId, sql`student.id`)}
      order by lower(student.id)
    `,
  );
}
