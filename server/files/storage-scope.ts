import type { RefusalCode } from '@vlabs/contract/http/refusal-codes';
import { STORAGE_VERSION, type StorageRefusal } from '@vlabs/contract/files/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError, notFound, retryAfterOf, toPublicError } from '../platform/errors.ts';
import { readMultipartBodies } from '../platform/http/multipart.ts';
import { noRight, signInFirst } from './file-refusals.ts';

/** Calls under it reply and refuse as Appwrite does. */
export function storageScope(
  app: FastifyInstance,
  serveRoutes: (scope: FastifyInstance) => void,
): void {
  app.register(async (scope) => {
    scope.setErrorHandler(replyAsAppwrite);
    readMultipartBodies(scope);
    serveRoutes(scope);
    scope.all('/v1/*', async () => {
      throw notFound('This address');
    });
  });
}

function replyAsAppwrite(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toPublicError(error) ?? internal(error, request);
  const shown = toAppwrite(refusal);
  const body: StorageRefusal = {
    message: shown.message,
    code: shown.status,
    type: shown.code,
    version: STORAGE_VERSION,
  };
  const seconds = retryAfterOf(refusal);
  if (seconds !== null) reply.header('retry-after', seconds);
  // Headers set for the bytes do not apply to a refusal.
  reply.removeHeader('content-disposition').removeHeader('content-length');
  reply.code(shown.status).type('application/json; charset=utf-8').send(body);
}

const typesOfOurs: Partial<Record<RefusalCode, RefusalCode>> = {
  invalid: 'general_argument_invalid',
  invalid_form: 'general_argument_invalid',
  not_found: 'general_route_not_found',
  too_many_calls: 'general_rate_limit_exceeded',
};

function toAppwrite(refusal: PublicError): PublicError {
  if (refusal.code === 'unauthorised') return signInFirst();
  if (refusal.code === 'forbidden') return noRight();
  const type = typesOfOurs[refusal.code];
  return type === undefined ? refusal : new PublicError(refusal.status, type, refusal.message);
}

function internal(error: unknown, request: FastifyRequest): PublicError {
  request.log.error({ err: error }, 'request failed');
  const message = `Something went wrong on the server. Try again. If it happens again, give your teacher this number: ${request.id}`;
  return new PublicError(500, 'general_unknown', message);
}
