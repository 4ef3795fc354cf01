import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Batches } from '../platform/batches.ts';
import type { Caller } from '../platform/serve.ts';
import { readToken } from '../platform/sessions.ts';
import { listCallers } from './sessions.service.ts';

/** Whose token this is; null where it is nobody's. */
export type Identify = (sent: string) => Promise<Caller | null>;

/** Tokens that come at the same moment are looked for by one query. */
export function identifyBy(pool: Pool): Identify {
  const batches = new Batches((tokens: readonly string[]) => listCallers(pool, tokens));
  return async (sent) => {
    const token = readToken(sent);
    return token === null ? null : batches.do(token);
  };
}

/** Says of every request whose it is, from its token alone. */
export function identifyCallers(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = await identify(tokenHeaderOf(request) ?? '');
  });
}

/** Under /v1 the client of the file service may send the token in the header that it has for one. */
function tokenHeaderOf({ headers, url }: FastifyRequest): string | undefined {
  const sent = headers['x-appwrite-jwt'];
  const isForFiles = url.startsWith('/v1/') && typeof sent === 'string';
  return headers.authorization ?? (isForFiles ? sent : undefined);
}
