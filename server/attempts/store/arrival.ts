import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/serve.ts';
import type { Origin } from './attempts.queries.ts';

/** The caller, time and origin of a request. */
export interface Arrival extends Origin {
  personId: string;
  arrivedAtMs: number;
}

const MAX_BROWSER = 300;

export function arrivalOf(caller: Caller, request: FastifyRequest): Arrival {
  return {
    personId: caller.id,
    arrivedAtMs: request.arrivedAtMs,
    address: request.ip,
    browser: request.headers['user-agent']?.slice(0, MAX_BROWSER) ?? null,
  };
}
