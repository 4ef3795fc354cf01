import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Caller } from '../platform/serve.ts';
import { readToken } from '../platform/sessions.ts';
import { findCaller } from './sessions.service.ts';

/** Whose token this is; for where it does not come in a header. */
export async function findCallerOf(pool: Pool, sent: string): Promise<Caller | null> {
  const token = readToken(sent);
  return token === null ? null : findCaller(pool, token);
}

/** Says of every request whose it is, from its token alone and with one query. */
export function identifyCallers(app: FastifyInstance, pool: Pool): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = await findCallerOf(pool, tokenHeaderOf(request) ?? '');
  });
}

/** Under /v1 the client of the file service may send the token in the header that it has for one. */
function tokenHeaderOf({ headers, url }: FastifyRequest): string | undefined {
  const sent = headers['x-appwrite-jwt'];
  const isForFiles = url.startsWith('/v1/') && typeof sent === 'string';
  return headers.authorization ?? (isForFiles ? sent : undefined);
}
