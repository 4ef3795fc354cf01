import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { askedGauge } from '../platform/asked-gauge.ts';
import { findBackupAges } from './backup-state.queries.ts';

/** How old the backups are, as `npm run backup` has last told. Without any there is no number. */
export function measureBackups(registry: Registry, pool: Pool): void {
  const name = 'backup_age_seconds';
  const help = 'How long ago the newest backup was taken, and the newest that was verified';
  const gauge = askedGauge({ name, help, labelNames: ['backup'] }, async () => {
    const ages = await findBackupAges(pool);
    if (ages === null) return [];
    const { newest, newestVerified } = ages;
    const verified = { labels: { backup: 'newest_verified' }, value: newestVerified ?? 0 };
    return [
      { labels: { backup: 'newest' }, value: newest },
      ...(newestVerified === null ? [] : [verified]),
    ];
  });
  registry.registerMetric(gauge);
}
