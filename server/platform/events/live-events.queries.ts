import { type Database, run, sql } from '../postgres/database.ts';

/** The one PostgreSQL channel that all servers listen on. */
export const LIVE_EVENTS_WIRE = 'vlabs_live_events';

/** Listening has no parameters in SQL, so the name is fixed text. */
export function listen(db: Database): Promise<number> {
  return run(db, { text: `listen ${LIVE_EVENTS_WIRE}`, values: [] });
}

/** Inside a transaction it is heard when, and only if, the transaction commits. At most 8000 bytes. */
export async function notify(db: Database, channel: string, payload: unknown): Promise<void> {
  await run(db, sql`select pg_notify(${LIVE_EVENTS_WIRE}, ${writeLiveEvent(channel, payload)})`);
}

/** For a statement that tells of its own effect: `pg_notify(LIVE_EVENTS_WIRE, <this>)`. */
export function writeLiveEvent(channel: string, payload: unknown): string {
  return JSON.stringify({ channel, payload });
}
