import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { askedGauge } from './asked-gauge.ts';
import { all, answeredWithin, sql } from '../postgres/database.ts';

/** Must stay below the scrape timeout. */
const ANSWERED_WITHIN_MS = 2000;
/** Standby names come from outside, so their number is limited. */
const MAX_STANDBYS = 20;

/** Measures whether the database responds and, if permitted, the lag of its standbys. */
export function measureDatabase(registry: Registry, pool: Pool): void {
  const up = {
    name: 'database_up',
    help: 'Whether the database responds (1) or not (0)',
    // Connecting to a frozen database takes longer than a scrape.
    otherwise: 0,
  };
  registry.registerMetric(
    askedGauge(up, async () => {
      await all(pool, z.unknown(), answeredWithin(ANSWERED_WITHIN_MS, sql`select 1 as one`));
      return [{ value: 1 }];
    }),
  );
  const standbys = {
    name: 'database_standbys',
    help: 'Standbys connected to the database, if its user may see them (pg_monitor)',
  };
  registry.registerMetric(
    askedGauge(standbys, async () => [{ value: (await listStandbys(pool)).length }]),
  );
  const lagBytes = {
    name: 'database_replication_lag_bytes',
    help: 'WAL that the database has written and a standby has not applied',
    labelNames: ['standby'],
  };
  registry.registerMetric(
    askedGauge(lagBytes, async () =>
      (await listStandbys(pool)).map(({ name, bytes }) => ({
        labels: { standby: name },
        value: bytes,
      })),
    ),
  );
  const lagSeconds = {
    name: 'database_replication_lag_seconds',
    help: 'Replay lag of a standby; 0 if it is up to date',
    labelNames: ['standby'],
  };
  registry.registerMetric(
    askedGauge(lagSeconds, async () =>
      (await listStandbys(pool)).map(({ name, seconds }) => ({
        labels: { standby: name },
        value: seconds,
      })),
    ),
  );
}

const Standby = z.object({ name: z.string(), bytes: z.number(), seconds: z.number() });

/** Users without the privilege don't see the state. A base backup is not a standby. */
function listStandbys(pool: Pool) {
  return all(
    pool,
    Standby,
    answeredWithin(
      ANSWERED_WITHIN_MS,
      sql`
        select application_name as name,
          greatest(0, max(pg_wal_lsn_diff(
            pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn, sent_lsn)
          )))::float8 as bytes,
          coalesce(max(extract(epoch from replay_lag)), 0)::float8 as seconds
        from pg_stat_replication
        where state in ('streaming', 'catchup')
        group by application_name
        order by application_name
        limit ${MAX_STANDBYS}
      `,
    ),
  );
}
