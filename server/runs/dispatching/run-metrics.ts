import { requireRunLanguage } from '@vlabs/contract/runs/run-languages';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { askedGauge } from '../../platform/metrics/asked-gauge.ts';
import type { RunnerLoad } from '../runners/runners.ts';
import type { Run } from '../store/run.ts';

interface Sources {
  countWaiting: () => Promise<number>;
  /** Age of the oldest waiting run; 0 if none waits. */
  readQueueAge: () => Promise<number>;
  /** Refreshes the runners' status. */
  askRunners: () => Promise<unknown>;
  load: () => RunnerLoad[];
  livingServers: () => number;
}

/** The metrics of runs for /metrics. */
export class RunMetrics {
  readonly #wait = new Histogram({
    name: 'run_wait_seconds',
    help: 'Time from adding a run to the start of its compiler or program',
    labelNames: ['language'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [],
  });
  readonly #duration = new Histogram({
    name: 'run_duration_seconds',
    help: 'Time from the start of the compiler or program to the result',
    labelNames: ['language', 'verdict'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [],
  });
  readonly #sources: Sources;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Measures one attempt to run a program. */
  measure({ program, createdAt }: Pick<Run, 'program' | 'createdAt'>) {
    const language = requireRunLanguage(program.languageId);
    let begunAt: number | null = null;
    return {
      begin: () => {
        if (begunAt !== null) return;
        begunAt = performance.now();
        this.#wait.observe({ language }, Math.max(0, Date.now() - createdAt.getTime()) / 1000);
      },
      end: (verdict: string) => {
        if (begunAt === null) return;
        this.#duration.observe({ language, verdict }, (performance.now() - begunAt) / 1000);
      },
    };
  }

  register(registry: Registry): void {
    registry.registerMetric(this.#wait);
    registry.registerMetric(this.#duration);
    const { countWaiting, readQueueAge, askRunners, load, livingServers } = this.#sources;
    const queue = {
      name: 'runs_waiting',
      help: 'Runs waiting in the database for a free runner',
    };
    registry.registerMetric(askedGauge(queue, async () => [{ value: await countWaiting() }]));
    const age = {
      name: 'run_queue_age_seconds',
      help: 'Age of the oldest run waiting in the database; 0 if none waits',
    };
    registry.registerMetric(askedGauge(age, async () => [{ value: await readQueueAge() }]));
    const runs = {
      name: 'runner_runs',
      help: 'Runs at a runner, and the number of runs it can execute at a time',
      labelNames: ['runner', 'state'],
    };
    registry.registerMetric(
      askedGauge(runs, async () => {
        // Without runs, the runners' status is refreshed only here.
        await askRunners();
        return load().flatMap(({ runner, slots, running, waiting }) =>
          Object.entries({ slots, running, waiting }).map(([state, value]) => ({
            labels: { runner, state },
            value,
          })),
        );
      }),
    );
    registry.registerMetric(
      new Gauge({
        name: 'living_servers',
        help: 'Live servers on this database, as read a few seconds ago',
        collect() {
          this.set(livingServers());
        },
        registers: [],
      }),
    );
    registry.registerMetric(cacheLookups(load));
  }
}

function cacheLookups(load: () => RunnerLoad[]) {
  return new Counter({
    name: 'runner_cache_lookups_total',
    help: 'Lookups in the caches of a runner since it started, by their result',
    labelNames: ['runner', 'cache', 'result'],
    collect() {
      this.reset();
      for (const { runner, caches } of load()) {
        for (const { name: cache, hits, misses } of caches) {
          this.inc({ runner, cache, result: 'hit' }, hits);
          this.inc({ runner, cache, result: 'miss' }, misses);
        }
      }
    },
    registers: [],
  });
}
