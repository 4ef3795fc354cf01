import { z } from 'zod';
import { isNotHeld } from '../platform/erasure.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';

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
