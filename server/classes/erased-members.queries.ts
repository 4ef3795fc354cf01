import type { Erased } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Keeps memberships, so that class sizes do not change. */
export async function eraseInClasses(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const members = await run(
    db,
    sql`
      insert into class_members
      select moved.*
      from class_members member
      cross join lateral jsonb_populate_record(member, ${JSON.stringify({ person_id: placeholder })}::jsonb) moved
      where member.person_id = ${personId}
      limit ${max}
      on conflict do nothing
    `,
  );
  await run(
    db,
    sql`
      update member_sections set person_id = ${placeholder}
      where person_id = ${personId} and class_id in (
        select class_id from class_members where class_members.person_id = ${placeholder})
    `,
  );
  await run(
    db,
    sql`
      delete from class_members
      where person_id = ${personId} and class_id in (
        select class_id from class_members moved where moved.person_id = ${placeholder})
    `,
  );
  return members;
}
