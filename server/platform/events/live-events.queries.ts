import { type Database, run, sql } from '../postgres/database.ts';

/** The PostgreSQL channel that all servers listen on. */
export const LIVE_EVENTS_WIRE = 'vlabs_live_events';

/** LISTEN takes no parameters, so the channel name is repeated here. */
export function listen(db: Database): Promise<number> {
  return run(db, sql`listen vlabs_live_events`);
}

/**
 * Sends each text. Does not wait for a standby: servers re-read everything after a reconnect
 * anyway.
 */
export async function notifyAll(db: Database, texts: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${LIVE_EVENTS_WIRE}, text)
      from unnest(${texts}::text[]) as text
    `,
  );
}

/** For a statement that publishes its own effect: `pg_notify(LIVE_EVENTS_WIRE, <this>)`. */
export function writeLiveEvent(channel: string, payload: unknown): string {
  return JSON.stringify({ channel, payload });
}
