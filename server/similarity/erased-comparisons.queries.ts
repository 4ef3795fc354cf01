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
