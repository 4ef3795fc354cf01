import type { Erased } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Keeps course, department and year, which statistics need. */
export async function eraseInStudents(
  db: Database,
  { personId, placeholder }: Erased,
): Promise<number> {
  const line = await run(
    db,
    sql`
      update students
      set person_id = ${placeholder}, last_name = null, mobile = '', parent_mobile = '',
        mentor_name = '', mentor_email = '', other = '[]'
      where person_id = ${personId}
    `,
  );
  // Stored import results may name the owner of this roll number or email address.
  const matches = await run(
    db,
    sql`
      update student_imports set problems = '[]'
      where problems <> '[]' and exists (
        select from people
        where id = ${personId} and (
          position(lower(people.id) in lower(problems::text)) > 0
          or position(lower(people.email) in lower(problems::text)) > 0))
    `,
  );
  return line + matches;
}
