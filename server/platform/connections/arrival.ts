import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request had arrived, however long it waits until it is worked on. */
    arrivedAtMs: number;
  }
}

/**
 * Notes of every request when it arrived: with its head, where the whole body came along; else when
 * the body was there, so that nobody holds a moment by opening a request and filling it in later.
 * Registered before anything that takes time.
 */
export function noteArrivals(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest('arrivedAtMs', 0);
  const trickling = new WeakSet<object>();
  app.addHook('onRequest', async (request) => {
    request.arrivedAtMs = clock.nowMs();
  });
  app.addHook('preParsing', async (request) => {
    if (!request.raw.complete) trickling.add(request);
  });
  app.addHook('preValidation', async (request) => {
    if (trickling.has(request)) request.arrivedAtMs = clock.nowMs();
  });
}
