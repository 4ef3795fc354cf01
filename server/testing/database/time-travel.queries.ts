import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Backdates the sign-ins of a person; when their sessions were used last stays. */
export function ageSignIns(db: Database, personId: string, minutes: number) {
  return run(
    db,
    sql`
      update sessions
      set created_at = created_at - make_interval(mins => ${minutes}),
        ends_at = ends_at - make_interval(mins => ${minutes})
      where person_id = ${personId}
    `,
  );
}

/** Backdates the last use of a person's sessions. */
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

/** Backdates every failed login. */
export function ageLoginFailures(db: Database, minutes: number) {
  return run(
    db,
    sql`update login_failures set failed_at = failed_at - make_interval(mins => ${minutes})`,
  );
}

/** Backdates every run. */
export function ageRuns(db: Database, days: number) {
  return run(db, sql`update runs set created_at = created_at - make_interval(days => ${days})`);
}

/** Backdates every unfinished upload. */
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

/** Backdates every file of a person. */
export function ageFiles(db: Database, ownerId: string, hours: number) {
  return run(
    db,
    sql`
      update files set updated_at = updated_at - make_interval(hours => ${hours})
      where owner_id = ${ownerId}
    `,
  );
}

/** Backdates a store; false while it is still being marked. */
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

/** Moves the times at which prepared assignments appear to now, and the jobs that show them. */
export function bringShowing(db: Database) {
  return run(
    db,
    sql`
      with due as (
        update assignments set shown_from = now() where isfinite(shown_from) returning id
      )
      select graphile_worker.reschedule_jobs(array_agg(job.id), run_at => now())
      from graphile_worker.jobs job
      join due on job.key = 'show-assignment ' || due.id
    `,
  );
}

/** Backdates every mail and its attempts, and brings the jobs that send the waiting ones. */
export async function ageMails(db: Database, hours: number): Promise<void> {
  await run(
    db,
    sql`
      update mails
      set created_at = created_at - make_interval(hours => ${hours}),
        tried_at = tried_at - make_interval(hours => ${hours})
    `,
  );
  await run(
    db,
    sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker.jobs
      where key like 'mail %'
      having count(*) > 0
    `,
  );
}

/** Backdates all unreferenced bytes. */
export function ageTombstones(db: Database, hours: number) {
  return run(db, sql`update file_tombstones set since = since - make_interval(hours => ${hours})`);
}

/** Backdates the use of all devices of a person. */
export function ageDevices(db: Database, personId: string, days: number) {
  return run(
    db,
    sql`
      update person_devices
      set known_since = known_since - make_interval(days => ${days}),
        last_used_at = last_used_at - make_interval(days => ${days})
      where person_id = ${personId}
    `,
  );
}

/** The job with this key is due now. */
export function bringJob(db: Database, key: string) {
  return run(
    db,
    sql`
      select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
      from graphile_worker.jobs
      where key = ${key}
      having count(*) > 0
    `,
  );
}
