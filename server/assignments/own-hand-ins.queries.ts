import { z } from 'zod';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';
import { Version, versionColumns } from './hand-ins.queries.ts';

const OwnHandIn = Version.extend({
  assignmentId: z.uuid(),
  title: z.string(),
  maxMarks: z.number(),
  source: z.string().nullable(),
  text: z.string().nullable(),
});
type OwnHandIn = z.infer<typeof OwnHandIn>;

/** A page of a student's versions after one, by assignment. */
export function listAllHandIns(db: Database, studentId: string, after: OwnHandIn | null) {
  const { assignmentId = null, version = null } = after ?? {};
  return all(
    db,
    OwnHandIn,
    sql`
      with page as (
        select every.*
        -- One is the last of each assignment, and found by an index.
        from hand_ins last
        join hand_ins every on every.assignment_id = last.assignment_id
          and every.student_id = last.student_id
        where last.student_id = ${studentId} and last.is_last and (${assignmentId}::uuid is null
          or (every.assignment_id, every.version) > (${assignmentId}::uuid, ${version}::integer))
        order by every.assignment_id, every.version
        limit ${PAGE_OF_ROWS.rows}
      ), sized as (
        select id, sum(length) over (order by assignment_id, version) - length as bytes_before
        from (
          select *, coalesce(octet_length(source), octet_length(text), 0) as length from page
        ) measured
      )
      select ${versionColumns}, assignment_id, title, max_marks, source, hand_in.text
      from sized
      join page hand_in on hand_in.id = sized.id
      join assignments on assignments.id = assignment_id
      left join people marker on marker.id = hand_in.marked_by
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by assignment_id, version
    `,
  );
}
