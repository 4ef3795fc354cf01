import { type Database, run, sql } from '../postgres/database.ts';

/** The one PostgreSQL channel that all servers listen on. */
export const LIVE_EVENTS_WIRE = 'vlabs_live_events';

/** Listening has no parameters in SQL, so the name of the channel stands here once more. */
export function listen(db: Database): Promise<number> {
  return run(db, sql`listen vlabs_live_events`);
}

/** Inside a transaction it is heard when, and only if, the transaction commits. At most 8000 bytes. */
export async function notify(db: Database, channel: string, payload: unknown): Promise<void> {
  await run(db, sql`select pg_notify(${LIVE_EVENTS_WIRE}, ${writeLiveEvent(channel, payload)})`);
}

/** For a statement that tells of its own effect: `pg_notify(LIVE_EVENTS_WIRE, <this>)`. */
export function writeLiveEvent(channel: string, payload: unknown): string {
  return JSON.stringify({ channel, payload });
}
