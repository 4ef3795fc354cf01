import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TooMany } from '../errors.ts';

const MINUTE_MS = 60_000;

interface CallLimit {
  perMinute: number;
  /** What a refused caller reads. */
  message: string;
}

/**
 * Limits calls per minute under a key, on this server.
 * @returns counts one call; throws TooMany from the first call beyond the limit on
 */
export function makeCallLimit(app: FastifyInstance, { perMinute, message }: CallLimit) {
  const keys = new WeakMap<FastifyRequest, string>();
  const keyGenerator = (request: FastifyRequest) => keys.get(request) ?? '';
  const count = app.createRateLimit({ max: perMinute, timeWindow: MINUTE_MS, keyGenerator });
  return async (request: FastifyRequest, key: string): Promise<void> => {
    keys.set(request, key);
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return;
    throw new TooMany('too_many_calls', message, counted.ttlInSeconds);
  };
}
