import { type Database, run, sql } from '../../platform/postgres/database.ts';

/** Like a restart of the database. */
export async function endConnectionsNamed(db: Database, name: string): Promise<void> {
  await run(
    db,
    sql`
      select pg_terminate_backend(pid)
      from pg_stat_activity
      where application_name = ${name} and datname = current_database()
    `,
  );
}
