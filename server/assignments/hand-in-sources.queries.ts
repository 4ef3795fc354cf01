import { z } from 'zod';
import { type Database, all, first, sql } from '../platform/postgres/database.ts';
import { Version, fileIds, versionColumns } from './hand-ins.queries.ts';

/** Some hand-ins with the titles of their assignments, by title and roll number. */
export function listVersionsOf(db: Database, handInIds: readonly string[]) {
  return all(
    db,
    Version.extend({ name: z.string(), assignmentId: z.uuid(), title: z.string() }),
    sql`
      select ${versionColumns}, student.name, assignment_id, title
      from hand_ins hand_in
      join assignments on assignments.id = assignment_id
      join people student on student.id = hand_in.student_id
      left join people marker on marker.id = hand_in.marked_by
      where hand_in.id = any(${handInIds}::uuid[])
      order by title, assignment_id, lower(student_id)
    `,
  );
}

const HandedInSource = z.object({
  handInId: z.uuid(),
  studentId: z.string(),
  name: z.string(),
  handedInAt: z.date(),
  isLate: z.boolean(),
  languageId: z.int().nullable(),
  /** Up to the requested length, plus one character if there is more. */
  source: z.string().nullable(),
  fileIds: z.array(z.string()),
});
export type HandedInSource = z.infer<typeof HandedInSource>;

/** From `hand_ins hand_in` and `people student`. */
const sourceColumns = (max: number) => sql`
  hand_in.id as hand_in_id, student_id, student.name, handed_in_at, is_late, language_id,
  left(source, ${max + 1}) as source, ${fileIds}
`;

/** The last hand-in of each student, latest first. */
export function listHandedInSources(db: Database, assignmentId: string, max: number) {
  return all(
    db,
    HandedInSource,
    sql`
      select ${sourceColumns(max)}
      from hand_ins hand_in
      join people student on student.id = hand_in.student_id
      where assignment_id = ${assignmentId} and is_last
      order by handed_in_at desc, hand_in.id
    `,
  );
}

/** The same for one hand-in, last or not. */
export function findHandedInSource(db: Database, handInId: string, max: number) {
  return first(
    db,
    HandedInSource,
    sql`
      select ${sourceColumns(max)}
      from hand_ins hand_in
      join people student on student.id = hand_in.student_id
      where hand_in.id = ${handInId}
    `,
  );
}
