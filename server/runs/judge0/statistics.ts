import { type RunStatistics, statusOf } from '@vlabs/contract/runs/judge0';
import { requireRunLanguage } from '@vlabs/contract/runs/run-languages';
import type { Pool } from 'pg';
import { countRuns } from '../store/run-history.queries.ts';
import type { Runners } from '../runners/runners.ts';

const KEPT_MS = 10 * 60_000;

/** Counts over all runs, refreshed at most every ten minutes unless a refresh is requested. */
export class KeptStatistics {
  readonly #pool: Pool;
  readonly #runners: Runners;
  #kept: { madeAt: number; counts: Promise<RunStatistics> } | null = null;

  constructor({ pool, runners }: { pool: Pool; runners: Runners }) {
    this.#pool = pool;
    this.#runners = runners;
  }

  async get({ fresh }: { fresh: boolean }): Promise<RunStatistics> {
    const isKept = this.#kept && performance.now() - this.#kept.madeAt < KEPT_MS;
    if (fresh || !isKept) this.#kept = { madeAt: performance.now(), counts: this.#count() };
    const counts = this.#kept?.counts ?? this.#count();
    try {
      return await counts;
    } catch (error) {
      this.#kept = null;
      throw error;
    }
  }

  async #count(): Promise<RunStatistics> {
    const counts = await countRuns(this.#pool);
    const now = Date.now();
    return {
      created_at: new Date(now).toISOString(),
      cached_until: new Date(now + KEPT_MS).toISOString(),
      submissions: {
        total: counts.total,
        today: counts.today,
        last_30_days: Object.fromEntries(counts.days.map(({ day, count }) => [day, count])),
      },
      languages: counts.languages.map(({ id, count }) => ({
        language: { id, name: this.#runners.nameOf(requireRunLanguage(id)) },
        count,
      })),
      statuses: countStatuses(counts.endings),
      database: { size_pretty: counts.sizePretty, size_in_bytes: counts.sizeInBytes },
    };
  }
}

/** The most frequent first. */
function countStatuses(
  endings: Awaited<ReturnType<typeof countRuns>>['endings'],
): RunStatistics['statuses'] {
  const counts = new Map<number, RunStatistics['statuses'][number]>();
  for (const { isWaiting, verdict, count, ...ending } of endings) {
    const { id, description } = statusOf({ isWaiting, ending: verdict && { verdict, ...ending } });
    const before = counts.get(id)?.count ?? 0;
    counts.set(id, { status: { id, name: description }, count: before + count });
  }
  return [...counts.values()].toSorted(
    (one, other) => other.count - one.count || one.status.id - other.status.id,
  );
}
