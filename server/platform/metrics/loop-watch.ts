import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';
import type { Log } from '../postgres/dedicated-connection.ts';

const LOOK_EVERY_MS = 50;
/** Delay that other callers notice. */
const HELD_AFTER_MS = 200;
/** The most recent work is the most likely cause. */
const MAX_NAMED = 5;

interface Work {
  kind: 'request' | 'job';
  /** A route pattern or the name of a job; never data from a caller. */
  name: string;
  id: string;
}

/** Detects that the event loop was blocked and logs the work in progress. */
export class LoopWatch {
  readonly #log: Log;
  readonly #underWay = new Map<Work, number>();
  /** Work that has ended since the last check. */
  #ended: [Work, number][] = [];
  readonly #held = new Histogram({
    name: 'event_loop_held_seconds',
    help: 'Time for which the event loop was blocked, if longer than 0.2 s',
    buckets: [0.5, 1, 2, 5, 10, 30],
    registers: [],
  });
  #lookedAt = performance.now();
  #cpuUsedMs = cpuUsedMs();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();

  constructor(log: Log) {
    this.#log = log;
  }

  registerMetrics(registry: Registry): void {
    registry.registerMetric(this.#held);
  }

  /** Marks this work as in progress until the returned function is called. */
  begin(work: Work): () => void {
    this.#underWay.set(work, performance.now());
    return () => {
      const began = this.#underWay.get(work);
      if (this.#underWay.delete(work) && began !== undefined) this.#ended.push([work, began]);
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    const heldMs = now - this.#lookedAt - LOOK_EVERY_MS;
    const cpuMs = cpuUsedMs() - this.#cpuUsedMs;
    if (heldMs > HELD_AFTER_MS) this.#report(now, heldMs, cpuMs);
    this.#ended = [];
    this.#lookedAt = now;
    this.#cpuUsedMs += cpuMs;
  }

  /** If far less CPU time was used, the machine was busy with something else. */
  #report(now: number, heldMs: number, cpuMs: number): void {
    this.#held.observe(heldMs / 1000);
    const underWay = [...this.#underWay, ...this.#ended]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, MAX_NAMED)
      .map(([{ kind, name, id }, began]) => ({ [kind]: name, id, forMs: Math.round(now - began) }));
    const details = { heldMs: Math.round(heldMs), cpuMs: Math.round(cpuMs), underWay };
    this.#log.warn(details, 'The event loop was blocked.');
  }
}

/** Tracks every request by its route while it is in progress. */
export function watchRequests(app: FastifyInstance, registry: Registry, loop?: LoopWatch): void {
  if (!loop) return;
  loop.registerMetrics(registry);
  app.addHook('onRequest', async (request, reply) => {
    // An upgraded connection has no reply that ends.
    if (request.headers.upgrade !== undefined) return;
    const route = request.routeOptions.url ?? 'unknown';
    const end = loop.begin({ kind: 'request', name: `${request.method} ${route}`, id: request.id });
    reply.raw.once('close', end);
  });
}

function cpuUsedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
