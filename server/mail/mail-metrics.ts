import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { askedGauge } from '../platform/metrics/asked-gauge.ts';
import { measureOutbox } from './mail.queries.ts';

/** The mails that wait on all servers together. */
export function measureMails(registry: Registry, pool: Pool): void {
  const waiting = { name: 'mails_waiting', help: 'Mails that wait to be sent' };
  registry.registerMetric(
    askedGauge(waiting, async () => [{ value: (await measureOutbox(pool))?.waiting ?? 0 }]),
  );
  const age = { name: 'mail_queue_age_seconds', help: 'Age of the oldest mail that waits' };
  registry.registerMetric(
    askedGauge(age, async () => [{ value: (await measureOutbox(pool))?.oldestSeconds ?? 0 }]),
  );
}
