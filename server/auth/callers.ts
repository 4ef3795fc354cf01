import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { networkOf } from '../platform/connections/addresses.ts';
import type { Endpoint } from '@vlabs/contract/http/endpoint';
import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { PublicError } from '../platform/errors.ts';
import { Batches } from '../platform/postgres/batches.ts';
import type { Caller } from '../platform/http/serve.ts';
import { readToken } from '../platform/access/sessions.ts';
import { UnknownTokens } from './limits/unknown-tokens.ts';
import { listOpenSessions } from './sessions.queries.ts';
import { asTeacher, listCallers } from './sessions.service.ts';

/** Finds the caller of a token; null for an unknown token. Throws if the caller still needs a second step. */
export type Identify = (
  sent: string,
  request: Pick<FastifyRequest, 'isProxied' | 'ip' | 'headers'>,
  /** Of the call; default: of one that needs a second step. */
  endpoint?: Pick<Endpoint, 'access' | 'beforeSecondStep'>,
) => Promise<Caller | null>;

/** Looks up concurrent tokens with one query. A flood of unknown tokens is delayed or refused. */
export function identifyBy(pool: Pool): Identify {
  const batches = new Batches((tokens: readonly string[]) => listCallers(pool, tokens));
  const unknown = new UnknownTokens();
  return async (sent, request, endpoint) => {
    const token = readToken(sent);
    if (token === null) return null;
    const from = { token, network: networkOf(request.ip) };
    const found = await unknown.find(from, () => batches.do(token));
    if (!found || (found.isDemo && request.isProxied)) return null;
    if (found.caller.needsSecondStep && endpoint?.beforeSecondStep !== true) {
      // To such a call the caller is anybody.
      if (endpoint?.access === 'anyone') return null;
      throw secondStepMissing();
    }
    // A student assistant acts as a teacher only where the page says so.
    const isTeaching = request.headers[TEACHING_HEADER] === 'on';
    return found.caller.role === 'staff' || isTeaching ? asTeacher(pool, found) : found.caller;
  };
}

/** Identifies the caller of each request by its token. Pages and health checks need none. */
export function identifyCallers(
  app: FastifyInstance,
  { pool, identify }: { pool: Pool; identify: Identify },
): void {
  const batches = new Batches(async (ids: readonly string[]) => {
    const found = await listOpenSessions(pool, ids);
    return ids.map((id) => found.has(id));
  });
  app.decorate('isStillSignedIn', async ({ caller }) => {
    const sessionId = caller?.sessionId ?? null;
    return sessionId === null || batches.do(sessionId);
  });
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint) return;
    request.caller = await identify(tokenHeaderOf(request) ?? '', request, endpoint);
  });
}

/** Under /v1, Appwrite's client may send the token in its own header. */
function tokenHeaderOf({ headers, routeOptions }: FastifyRequest): string | undefined {
  const sent = headers['x-appwrite-jwt'];
  const isForFiles = routeOptions.url?.startsWith('/v1/') === true && typeof sent === 'string';
  return headers.authorization ?? (isForFiles ? sent : undefined);
}

const secondStepMissing = () =>
  new PublicError(
    403,
    'second_step_missing',
    'Set up a passkey or an authenticator app first: a password alone is not enough for a campus admin.',
  );
