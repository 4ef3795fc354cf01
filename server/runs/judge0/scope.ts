import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfterOf, toPublicError } from '../../platform/errors.ts';
import { inBodyTurn } from '../../platform/connections/large-bodies.ts';
import { readFormBody } from '../../platform/http/json-bodies.ts';
import { RunRefusal, runNotFound } from './refusals.ts';
import { type ServiceToken, findService } from './service-tokens.ts';

const FORM = 'application/x-www-form-urlencoded';
const TOKEN_HEADERS = ['x-auth-token', 'x-rapidapi-key'];

/** A scope whose replies and errors have Judge0's format. */
export function judge0Scope(
  app: FastifyInstance,
  services: readonly ServiceToken[],
  serveRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.setErrorHandler(replyAsJudge0);
    // Judge0's framework accepts forms as well as JSON; every form value is a text.
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) =>
        inBodyTurn(request, body.length, async () => readFormBody(body.toString())),
    );
    scope.addHook('onRequest', async (request) => {
      request.caller ??= findServiceCaller(request, services);
    });
    serveRoutes(scope);
    scope.all('/judge0/*', async () => {
      throw runNotFound();
    });
  });
}

function findServiceCaller(request: FastifyRequest, services: readonly ServiceToken[]) {
  for (const header of TOKEN_HEADERS) {
    const sent = request.headers[header];
    const name = typeof sent === 'string' ? findService(services, sent) : null;
    if (name !== null) return { id: name, role: 'service' as const, sessionId: null };
  }
  return null;
}

function replyAsJudge0(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, retryAfterSeconds } = refusalOf(error, request);
  if (retryAfterSeconds !== null) reply.header('retry-after', retryAfterSeconds);
  // Judge0's framework shows the body of its own errors only to clients that accept JSON.
  const isHidden = body !== null && 'status' in body && !asksForJson(request);
  reply.code(status).send(isHidden || body === null ? undefined : body);
}

function refusalOf(error: unknown, request: FastifyRequest): RunRefusal {
  if (error instanceof RunRefusal) return error;
  const shown = toPublicError(error);
  if (!shown) {
    request.log.error({ err: error }, 'request failed');
    return new RunRefusal(500, { status: 500, error: 'Internal Server Error' });
  }
  if (shown.status === 401) return new RunRefusal(401, null);
  if (shown.status === 403) return new RunRefusal(403, null);
  if (shown.status === 404) return runNotFound();
  if (shown.code === 'invalid_json')
    return new RunRefusal(400, { status: 400, error: 'Bad Request' });
  return new RunRefusal(shown.status, { error: shown.message }, retryAfterOf(shown));
}

function asksForJson(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('json') ?? false;
}
