import { z } from 'zod';
import { type Erased, isNotHeld, someOf } from '../platform/erasure.ts';
import { type Database, all, run, sql } from '../platform/postgres/database.ts';

/** Stands where something was handed in that is erased. */
export const ERASED_TEXT = 'This was erased by a rule of the campus. Its marks are kept.';

const ErasedHandIn = z.object({ handInId: z.uuid(), assignmentId: z.uuid() });

/**
 * What was handed in goes with its files, its comment and the reports of its tests when its work ended long
 * enough ago. That it was handed in, when, and its marks stay. Files that are handed in nowhere are swept.
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

/** Hand-ins with their marks stay, and assignments that the person made. */
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
