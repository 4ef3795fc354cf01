import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Deletes results about erased hand-ins. */
export async function eraseComparisonsOf(
  db: Database,
  handIns: readonly { handInId: string; assignmentId: string }[],
): Promise<void> {
  const ids = handIns.map(({ handInId }) => handInId);
  const assignmentIds = [...new Set(handIns.map(({ assignmentId }) => assignmentId))];
  await run(
    db,
    sql`
      delete from similar_pairs
      where assignment_id = any(${assignmentIds}::uuid[])
        and (one_id = any(${ids}::uuid[]) or other_id = any(${ids}::uuid[]))
    `,
  );
  await run(db, sql`delete from compared_programs where hand_in_id = any(${ids}::uuid[])`);
}

/** Deletes results about the attempts whose timelines were erased in this transaction. */
export async function eraseComparisonsOfTimelines(db: Database): Promise<void> {
  await run(
    db,
    sql`
      delete from similar_pairs
      using attempts
      where attempts.quiz_id = similar_pairs.quiz_id and attempts.erased_at = now()
        and attempts.person_id in (one_person_id, other_person_id)
    `,
  );
  await run(
    db,
    sql`
      delete from compared_programs
      using attempts
      where attempts.quiz_id = compared_programs.quiz_id
        and attempts.person_id = compared_programs.person_id and attempts.erased_at = now()
    `,
  );
}
