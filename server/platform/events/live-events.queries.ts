import { type Database, run, sql } from '../postgres/database.ts';

/** The one PostgreSQL channel that all servers listen on. */
export const LIVE_EVENTS_WIRE = 'vlabs_live_events';

/** Listening has no parameters in SQL, so the name of the channel stands here once more. */
export function listen(db: Database): Promise<number> {
  return run(db, sql`listen vlabs_live_events`);
}

/** Tells each of these texts. It waits for no standby: who was cut off from it looks again anyway. */
export async function notifyAll(db: Database, texts: readonly string[]): Promise<void> {
  await run(
    db,
    sql`
      select set_config('synchronous_commit', 'off', true), pg_notify(${LIVE_EVENTS_WIRE}, text)
      from unnest(${texts}::text[]) as text
    `,
  );
}

/** For a statement that tells of its own effect: `pg_notify(LIVE_EVENTS_WIRE, <this>)`. */
export function writeLiveEvent(channel: string, payload: unknown): string {
  return JSON.stringify({ channel, payload });
}
