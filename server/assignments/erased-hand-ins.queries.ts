import { z } from 'zod';
import { type Erased, isNotHeld, someOf } from '../platform/erasure.ts';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

/** Replaces erased hand-ins. */
export const ERASED_TEXT = 'This was erased by a rule of the campus. Its marks are kept.';

const ErasedHandIn = z.object({ handInId: z.uuid(), assignmentId: z.uuid() });

/**
 * Erases the content, files, comments and test reports of hand-ins whose work ended long enough ago. The fact, time
 * and marks stay. Files that are no longer used are swept.
 */
export function eraseHandIns(db: Database, max: number) {
  return all(
    db,
    ErasedHandIn,
    sql`
      with due as (
        select hand_in.id
        from assignments assignment
        join hand_ins hand_in on assignment_id = assignment.id and erased_at is null
        where end_of_work(class_id, greatest(due_at, handed_in_at)) < goes_before('work')
          and ${isNotHeld(sql`student_id`)}
        limit ${max}
      ), without_files as (
        delete from hand_in_files where hand_in_id in (select id from due)
      ), without_tests as (
        delete from hand_in_tests where hand_in_id in (select id from due)
      )
      update hand_ins
      set kind = 'text', language_id = null, source = null, text = ${ERASED_TEXT}, comment = '',
        erased_at = now()
      where id in (select id from due)
      returning id as hand_in_id, assignment_id
    `,
  );
}

/** Keeps hand-ins with their marks, and assignments that the person created. */
export async function eraseInAssignments(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const handIns = await run(
    db,
    sql`
      update hand_ins set student_id = ${placeholder}
      where id in (select id from hand_ins where student_id = ${personId} limit ${max})
    `,
  );
  const marked = await run(
    db,
    sql`
      update hand_ins set marked_by = ${placeholder}
      where ${someOf(sql`from hand_ins where marked_by = ${personId}`, max)}
    `,
  );
  const made = await run(
    db,
    sql`
      update assignments set created_by = ${placeholder}
      where ${someOf(sql`from assignments where created_by = ${personId}`, max)}
    `,
  );
  const rollNumber = personId.toLowerCase();
  const given = await run(
    db,
    sql`
      update assignments
      set for_roll_numbers = array_replace(for_roll_numbers, ${rollNumber}, ${placeholder})
      where ${someOf(sql`from assignments where ${rollNumber} = any(for_roll_numbers)`, max)}
    `,
  );
  return handIns + marked + made + given;
}
