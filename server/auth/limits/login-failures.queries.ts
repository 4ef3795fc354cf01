import { z } from 'zod';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';
import { type LoginOrigin, PER_PERSON, WINDOW_MINUTES } from './login-throttle.ts';

/** Rows beyond this number don't change the result. */
const MAX_COUNTED = 2500;

/**
 * Seconds until this person may be tried again from this network (null if allowed now), and the
 * number of failures of the whole network.
 */
export function findThrottle(db: Database, { personId, network }: LoginOrigin) {
  return first(
    db,
    z.object({ secondsLeft: z.coerce.number().nullable(), networkFailures: z.coerce.number() }),
    sql`
      select (
        select extract(epoch from failed_at + make_interval(mins => ${WINDOW_MINUTES}) - now())
        from login_failures
        where network = ${network} and person_id = lower(${personId})
          and failed_at > now() - make_interval(mins => ${WINDOW_MINUTES})
        order by failed_at desc
        limit 1 offset ${PER_PERSON - 1}
      ) as seconds_left, (
        select count(*)
        from (
          select from login_failures
          where network = ${network} and failed_at > now() - make_interval(mins => ${WINDOW_MINUTES})
          limit ${MAX_COUNTED}
        ) as counted
      ) as network_failures
    `,
  );
}

/**
 * Held until the end of the transaction, so that concurrent failures of one origin are all counted.
 */
export function holdLoginOrigin(db: Database, { personId, network }: LoginOrigin) {
  return run(
    db,
    sql`select pg_advisory_xact_lock(hashtextextended(${`${network} ${personId.toLowerCase()}`}, 0))`,
  );
}

export function insertLoginFailure(db: Database, { personId, network }: LoginOrigin) {
  return run(
    db,
    sql`insert into login_failures (person_id, network) values (lower(${personId}), ${network})`,
  );
}

export function deleteLoginFailures(db: Database, { personId, network }: LoginOrigin) {
  return run(
    db,
    sql`
      delete from login_failures
      where network = ${network} and person_id = lower(${personId})
    `,
  );
}

export function deleteLoginFailuresEverywhere(db: Database, personId: string) {
  return run(db, sql`delete from login_failures where person_id = lower(${personId})`);
}

export function deleteOldLoginFailures(db: Database) {
  return run(
    db,
    sql`
      delete from login_failures
      where failed_at <= now() - make_interval(mins => ${WINDOW_MINUTES})
    `,
  );
}
