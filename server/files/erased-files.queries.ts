import { type Erased, someOf } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Files in use stay; the sweep finds the others. */
export async function eraseInFiles(
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> {
  const files = await run(
    db,
    sql`
      update files set owner_id = ${placeholder}
      where ${someOf(sql`from files where owner_id = ${personId}`, max)}
    `,
  );
  const tombstones = await run(
    db,
    sql`
      update file_tombstones set owner_id = ${placeholder}
      where ${someOf(sql`from file_tombstones where owner_id = ${personId}`, max)}
    `,
  );
  return files + tombstones;
}
