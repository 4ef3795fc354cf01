import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Gauge, Histogram, type Registry, collectDefaultMetrics } from 'prom-client';
import { isLoopback } from '../connections/addresses.ts';
import { forbidden } from '../errors.ts';
import { hasProxyHeader } from '../connections/proxies.ts';
import { hashToken } from '../access/sessions.ts';
import { measureDatabase } from './database-metrics.ts';
import { statfs } from 'node:fs/promises';
import { askedGauge } from './asked-gauge.ts';

interface Measured {
  registry: Registry;
  pool: Pool;
  dataFolder: string;
}

/** Who may read the metrics. */
interface Readers {
  /** Null if not configured. */
  token: string | null;
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
  /** While the demo is open, the metrics are public. */
  isDemoOpen: () => Promise<boolean>;
}

/**
 * GET /metrics for Prometheus: the process, request times by route and status, the database and its
 * pool, the disk.
 */
export function serveMetrics(
  app: FastifyInstance,
  { registry, pool, dataFolder }: Measured,
  readers: Readers,
): void {
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
    // The route pattern, because the set of addresses is unbounded.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!(await mayReadMetrics(request, readers))) throw noToken();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * A proxy on this machine may add no headers, so the address does not identify the caller; a token
 * does. It is compared first, because metrics are needed while the database is unavailable.
 */
async function mayReadMetrics(
  request: FastifyRequest,
  { token, isAdmin, isDemoOpen }: Readers,
): Promise<boolean> {
  const sent = request.headers.authorization?.trim().replace(/^bearer\s+/i, '');
  if (token !== null && sent !== undefined && isSame(sent, token)) return true;
  if (sent !== undefined && (await isAdmin(request))) return true;
  const isFromHere = isLoopback(request.socket.remoteAddress ?? '');
  return isFromHere && !hasProxyHeader(request.headers) && (await isDemoOpen());
}

/** Compares in constant time. */
const isSame = (sent: string, token: string): boolean =>
  timingSafeEqual(hashToken(sent), hashToken(token));

const noToken = () => forbidden('Send the token from VLABS_METRICS_TOKEN, or an admin’s token.');

function measurePool(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool, and callers waiting for one',
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

/** Measures the file system of the data folder, which holds files and the embedded database. */
function measureDisk(registry: Registry, dataFolder: string): void {
  const free = {
    name: 'data_folder_free_bytes',
    help: 'Free space of the data folder’s file system',
  };
  registry.registerMetric(
    askedGauge(free, async () => {
      const { bavail, bsize } = await statfs(dataFolder);
      return [{ value: bavail * bsize }];
    }),
  );
  const size = {
    name: 'data_folder_size_bytes',
    help: 'Size of the data folder’s file system',
  };
  registry.registerMetric(
    askedGauge(size, async () => {
      const { blocks, bsize } = await statfs(dataFolder);
      return [{ value: blocks * bsize }];
    }),
  );
}
