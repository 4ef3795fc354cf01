import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, independent of how long it was queued. */
    arrivedAtMs: number;
  }
}

const MAX_BROWSER = 300;

/** Where a request comes from; null for what is unknown. */
export interface Origin {
  address: string | null;
  browser: string | null;
}

export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  browser: headers['user-agent']?.slice(0, MAX_BROWSER) ?? null,
});

/** The caller, time and origin of a request. */
export interface Arrival extends Origin {
  personId: string;
  arrivedAtMs: number;
}

export const arrivalOf = (caller: { id: string }, request: FastifyRequest): Arrival => ({
  personId: caller.id,
  arrivedAtMs: request.arrivedAtMs,
  ...originOf(request),
});

/**
 * Notes when each request arrived: with its headers if the body came along, otherwise when the body
 * was complete, so that nobody can reserve a time by opening a request early. Register before
 * anything that takes time.
 */
export function noteArrivals(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest('arrivedAtMs', 0);
  const trickling = new WeakSet<object>();
  app.addHook('onRequest', async (request) => {
    request.arrivedAtMs = clock.nowMs();
  });
  app.addHook('preParsing', async (request) => {
    if (request.raw.complete) return;
    trickling.add(request);
    // A complete body may wait for its turn to be read.
    request.raw.once('end', () => {
      request.arrivedAtMs = clock.nowMs();
      trickling.delete(request);
    });
  });
  app.addHook('preValidation', async (request) => {
    if (trickling.has(request)) request.arrivedAtMs = clock.nowMs();
  });
}
