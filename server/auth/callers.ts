import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from '../platform/connections/addresses.ts';
import { TEACHING_HEADER } from '@vlabs/contract/rights';
import { Batches } from '../platform/postgres/batches.ts';
import type { Caller } from '../platform/http/serve.ts';
import { readToken } from '../platform/sessions.ts';
import { UnknownTokens } from './limits/unknown-tokens.ts';
import { type FoundCaller, listCallers } from './sessions.service.ts';

/** Whose token this is, by the request that brought it; null where it is nobody's. */
export type Identify = (
  sent: string,
  request: Pick<FastifyRequest, 'isProxied' | 'ip' | 'headers'>,
) => Promise<Caller | null>;

/** Tokens that come at the same moment are looked for by one query; those of a flood, late or not at all. */
export function identifyBy(pool: Pool): Identify {
  const batches = new Batches((tokens: readonly string[]) => listCallers(pool, tokens));
  const unknown = new UnknownTokens();
  return async (sent, request) => {
    const token = readToken(sent);
    if (token === null) return null;
    const from = { token, network: networkOf(request.ip) };
    const found = await unknown.find(from, () => batches.do(token));
    if (!found || (found.isDemo && request.isProxied)) return null;
    return teachingIn(found, request.headers[TEACHING_HEADER] === 'on');
  };
}

/**
 * Staff always teach. A student who assists in a class does where the page says so by a header: what
 * that opens hangs on the memberships alone.
 */
function teachingIn({ caller, teaches }: FoundCaller, isAsked: boolean): Caller {
  const isTeaching = caller.role === 'staff' || (isAsked && teaches.length > 0);
  return isTeaching ? { ...caller, teaches } : caller;
}

/** Says of every call whose it is, from its token alone. Pages and the state of the process are anyone's. */
export function identifyCallers(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.endpoint) return;
    request.caller = await identify(tokenHeaderOf(request) ?? '', request);
  });
}

/** Under /v1 the client of the file service may send the token in the header that it has for one. */
function tokenHeaderOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  const sent = headers['x-appwrite-jwt'];
  const isForFiles = routeOptions.url?.startsWith('/v1/') === true && typeof sent === 'string';
  return headers.authorization ?? (isForFiles ? sent : undefined);
}
