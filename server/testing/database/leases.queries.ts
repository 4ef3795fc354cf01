import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Expires the lease of the server that is executing this run. */
export function endLeaseOfDriver(db: Database, token: string) {
  return run(
    db,
    sql`
      update server_leases
      set held_until = '-infinity'
      where server = (select driver from runs where token = ${token})
    `,
  );
}

/** Expires the leases of all servers. */
export function makeLeasesSteady(db: Database) {
  return run(db, sql`update server_leases set steady_since = '-infinity'`);
}

/** Simulates a database outage in which nobody could renew. */
export function endLeases(db: Database) {
  return run(db, sql`update server_leases set held_until = '-infinity'`);
}
