import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { askedGauge } from '../platform/metrics/asked-gauge.ts';
import { findBackupAges } from './backup-state.queries.ts';

/** The ages of the backups, as last reported by `npm run backup`; no value without a backup. */
export function measureBackups(registry: Registry, pool: Pool): void {
  const name = 'backup_age_seconds';
  const help = 'Age of the newest backup and of the newest verified backup';
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
