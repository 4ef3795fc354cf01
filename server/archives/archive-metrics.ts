import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { askedGauge } from '../platform/metrics/asked-gauge.ts';
import { countProblems } from './archive-checks.queries.ts';

/** The archives of all tests that an operator must look at. */
export function measureArchives(registry: Registry, pool: Pool): void {
  const damaged = {
    name: 'archives_damaged',
    help: 'Sealed archives of tests whose file is missing or differs from its hashes',
  };
  registry.registerMetric(
    askedGauge(damaged, async () => [{ value: (await countProblems(pool)).broken }]),
  );
  const late = {
    name: 'archives_late',
    help: 'Archives of tests that have waited for more than a day to be made',
  };
  registry.registerMetric(
    askedGauge(late, async () => [{ value: (await countProblems(pool)).late }]),
  );
}
