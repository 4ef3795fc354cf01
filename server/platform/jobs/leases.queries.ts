import { z } from 'zod';
import { type Database, type Sql, answeredWithin, first, run, sql } from '../postgres/database.ts';

/*
 * A server that lives holds a lease on each name that it works under, and renews it every few seconds.
 * Only the clock of the database counts, and a lease outlives a failover as every row does.
 */

/** Without a renewal for so long a server counts as dead. */
const LEASE_SECONDS = 15;
/**
 * While the database is away nobody renews, and who is back first must not take the others for dead.
 * So only a server tells that has itself renewed without a longer pause for as long as a lease lasts.
 */
const LONGEST_PAUSE_SECONDS = 6;
const RENEWED_WITHIN_MS = 5000;
const FORGET_AFTER_HOURS = 1;

/** A condition: who held this name is dead, as far as this server can tell. */
export const isDead = (name: Sql, { asToldBy }: { asToldBy: string }): Sql => sql`(
  not exists (
    select from server_leases as lease
    where lease.name = ${name} and lease.held_until > clock_timestamp()
  )
  and exists (
    select from server_leases as own
    where own.name = ${asToldBy}
      and own.held_until > clock_timestamp() + make_interval(secs => ${LEASE_SECONDS - LONGEST_PAUSE_SECONDS})
      and own.steady_since < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS})
  )
)`;

interface Held {
  server: string;
  names: readonly string[];
}

const Others = z.object({ living: z.int(), ended: z.array(z.string()) });
export type Others = z.infer<typeof Others>;

/** Takes these leases or renews them; says how many other servers live, and which had no time to give theirs back. */
export async function renewLeases(db: Database, { server, names }: Held): Promise<Others> {
  // Not worth waiting for a standby: what a failover loses of it is renewed in a moment.
  const others = await first(
    db,
    Others,
    answeredWithin(
      RENEWED_WITHIN_MS,
      sql`
      with renewed as (
        insert into server_leases as lease (name, server, held_until, steady_since)
        select
          name, ${server}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}),
          clock_timestamp()
        from unnest(${names}::text[]) as name
        on conflict (name) do update
        set
          held_until = excluded.held_until,
          steady_since = case
            when lease.held_until > excluded.held_until - make_interval(secs => ${LONGEST_PAUSE_SECONDS})
            then lease.steady_since
            else excluded.steady_since
          end
      )
      select
        (count(distinct server) filter (where held_until > clock_timestamp()))::int as living,
        coalesce(array_agg(server) filter (where held_until <= clock_timestamp()), '{}') as ended,
        set_config('synchronous_commit', 'off', true)
      from server_leases
      where server <> ${server}
    `,
    ),
  );
  if (!others) throw new Error('Renewing a lease gave no row.');
  return others;
}

/** For a server that is the only one by other means: all before it are dead, and it knows at once. */
export async function takeOver(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server <> ${server}`);
  await run(db, sql`update server_leases set steady_since = '-infinity' where server = ${server}`);
}

export async function deleteLeases(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server = ${server}`);
}

/** Of servers that died: the time of their names is long over. */
export async function deleteOldLeases(db: Database): Promise<void> {
  await run(
    db,
    sql`
      delete from server_leases
      where held_until < clock_timestamp() - make_interval(hours => ${FORGET_AFTER_HOURS})
    `,
  );
}
