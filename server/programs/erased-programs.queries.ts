import { someOf, type Erased } from '../platform/erasure.ts';
import { type Database, run, sql } from '../platform/postgres/database.ts';

/** Deletes drafts and versions of some people, up to a number of each; returns how many. */
export async function eraseProgramsOf(
  db: Database,
  personIds: readonly string[],
  max: number,
): Promise<number> {
  const isTheirs = sql`person_id = any(${personIds}::text[])`;
  const drafts = await run(
    db,
    sql`delete from program_drafts where ${someOf(sql`from program_drafts where ${isTheirs}`, max)}`,
  );
  const versions = await run(
    db,
    sql`delete from program_versions where ${someOf(sql`from program_versions where ${isTheirs}`, max)}`,
  );
  return drafts + versions;
}

export const erasePrograms = (db: Database, { personId }: Erased, max: number) =>
  eraseProgramsOf(db, [personId], max);
