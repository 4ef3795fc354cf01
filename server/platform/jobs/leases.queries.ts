import { z } from 'zod';
import { type Database, type Sql, answeredWithin, first, run, sql } from '../postgres/database.ts';

/*
 * A live server holds a lease on each of its names and renews it every few seconds. Only the
 * database's clock counts, and leases survive a failover like any other row.
 */

/** Without a renewal for this long, a server counts as dead. */
const LEASE_SECONDS = 15;
/**
 * During a database outage nobody renews, and the first server to return must not declare the
 * others dead. So only a server that has renewed without a longer pause for a whole lease period
 * may declare others dead.
 */
const LONGEST_PAUSE_SECONDS = 6;
const RENEWED_WITHIN_MS = 5000;
const FORGET_AFTER_HOURS = 1;

/** A condition: the server with this name is dead, as far as this server can tell. */
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

/**
 * Takes or renews leases. Returns the number of other live servers, and those that died without
 * giving back their leases.
 */
export async function renewLeases(db: Database, { server, names }: Held): Promise<Others> {
  // Does not wait for a standby: a lease lost in a failover is soon renewed.
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

/** For the only server on a database: declares all earlier ones dead immediately. */
export async function takeOver(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server <> ${server}`);
  await run(db, sql`update server_leases set steady_since = '-infinity' where server = ${server}`);
}

export async function deleteLeases(db: Database, server: string): Promise<void> {
  await run(db, sql`delete from server_leases where server = ${server}`);
}

/** Deletes leases of servers that died long ago. */
export async function deleteOldLeases(db: Database): Promise<void> {
  await run(
    db,
    sql`
      delete from server_leases
      where held_until < clock_timestamp() - make_interval(hours => ${FORGET_AFTER_HOURS})
    `,
  );
}
