import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Lets time pass for a person's sessions, as if they were last used that long ago. */
export function ageSessions(db: Database, personId: string, minutes: number) {
  return run(
    db,
    sql`
      update sessions
      set last_used_at = last_used_at - make_interval(mins => ${minutes})
      where person_id = ${personId}
    `,
  );
}

/** Lets time pass for every failed login. */
export function ageLoginFailures(db: Database, minutes: number) {
  return run(
    db,
    sql`update login_failures set failed_at = failed_at - make_interval(mins => ${minutes})`,
  );
}

/** Lets time pass for every run. */
export function ageRuns(db: Database, days: number) {
  return run(db, sql`update runs set created_at = created_at - make_interval(days => ${days})`);
}

/** Lets time pass for every unfinished upload. */
export function abandonUploads(db: Database, hours: number) {
  return run(
    db,
    sql`
      update files
      set updated_at = updated_at - make_interval(hours => ${hours})
      where finished_at is null
    `,
  );
}

/** Lets time pass for every file of a person. */
export function ageFiles(db: Database, ownerId: string, hours: number) {
  return run(
    db,
    sql`
      update files set updated_at = updated_at - make_interval(hours => ${hours})
      where owner_id = ${ownerId}
    `,
  );
}

/** Lets time pass for a store that the database knows; false while it is still being marked. */
export async function ageStore(db: Database, days: number): Promise<boolean> {
  const aged = await run(
    db,
    sql`
      update file_stores set known_since = known_since - make_interval(days => ${days})
      where marking_since is null
    `,
  );
  return aged > 0;
}

/** Lets time pass for all bytes that no file names. */
export function ageTombstones(db: Database, hours: number) {
  return run(db, sql`update file_tombstones set since = since - make_interval(hours => ${hours})`);
}
