import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { readToken } from '../platform/sessions.ts';
import { findCaller } from './sessions.service.ts';

/** Says of every request whose it is, from its token alone and with one query. */
export function identifyCallers(app: FastifyInstance, pool: Pool): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const token = readToken(request.headers.authorization);
    if (token !== null) request.caller = await findCaller(pool, token);
  });
}
