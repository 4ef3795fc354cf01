import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** As if the server that has this run run had not renewed its lease for long. */
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

/** As if all servers that there are had renewed their leases for long. */
export function makeLeasesSteady(db: Database) {
  return run(db, sql`update server_leases set steady_since = '-infinity'`);
}

/** As if the database had been away, so that nobody could renew. */
export function endLeases(db: Database) {
  return run(db, sql`update server_leases set held_until = '-infinity'`);
}
