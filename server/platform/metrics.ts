import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry, collectDefaultMetrics } from 'prom-client';
import { isLoopback } from './connections/addresses.ts';
import { forbidden } from './errors.ts';
import { hasProxyHeader } from './connections/proxies.ts';
import { measureDisk } from './disk-metrics.ts';
import { measureDatabase } from './postgres/database-metrics.ts';

interface Measured {
  registry: Registry;
  pool: Pool;
  dataFolder: string;
}

/** GET /metrics for Prometheus: the process, each route's times by status, the database and its pool, the disk. */
export function serveMetrics(app: FastifyInstance, { registry, pool, dataFolder }: Measured): void {
  collectDefaultMetrics({ register: registry });
  measurePool(registry, pool);
  measureDatabase(registry, pool);
  measureDisk(registry, dataFolder);
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its reply',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, since the addresses themselves have no end.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', { config: { asksWhoCalls: true } }, async (request, reply) => {
    if (!mayReadMetrics(request)) throw forbidden('Only an admin may read the metrics.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * A scraper on this machine, or an admin's token. A proxy on this machine also connects from
 * loopback, and is known by the headers that it adds.
 */
function mayReadMetrics(request: FastifyRequest): boolean {
  if (request.caller?.role === 'admin') return true;
  return !hasProxyHeader(request.headers) && isLoopback(request.socket.remoteAddress ?? '');
}

function measurePool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool, and callers that wait for one',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
    registers: [],
  });
  registry.registerMetric(connections);
}
