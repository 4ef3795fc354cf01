import type { Refusal } from '@vlabs/contract/http/endpoint';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { PublicError, dataOf, requestTooSlow, retryAfterOf, toPublicError } from '../errors.ts';

/** Turns errors into replies, and logs those that the caller may not see. */
export function replyWithError(
  error: unknown,
  request: { id: string; log: FastifyBaseLogger },
  reply: Pick<FastifyReply, 'code' | 'header' | 'send'>,
): void {
  const shown = toPublicError(error);
  if (shown) {
    const seconds = retryAfterOf(shown);
    if (seconds !== null) reply.header('retry-after', seconds);
    reply.code(shown.status).send(refusalOf(shown));
    return;
  }
  request.log.error({ err: error }, 'request failed');
  reply
    .code(500)
    .send(
      refusalOf(
        new PublicError(
          500,
          'internal',
          'Something went wrong on the server. Try again. If it happens again, give your teacher this ' +
            `number: ${request.id}`,
        ),
      ),
    );
}

export function refusalOf(refusal: PublicError): Refusal {
  const { message, code, fields } = refusal;
  const data = dataOf(refusal);
  return {
    success: false,
    message,
    code,
    ...(fields && Object.keys(fields).length > 0 && { fields }),
    ...(data !== undefined && { data }),
  };
}

export function replyToErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError);
}

const brokenRequests: Record<string, PublicError> = {
  HPE_HEADER_OVERFLOW: new PublicError(
    431,
    'headers_too_large',
    'The request’s headers are too large. Delete this site’s cookies and try again.',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: requestTooSlow(),
};

/** Replies to bytes that are not HTTP; there is no request object for them. */
export function replyToBrokenRequest(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const shown =
    brokenRequests[error.code ?? ''] ??
    new PublicError(400, 'not_http', 'The request is not HTTP. Open this address in a browser.');
  const body = JSON.stringify(refusalOf(shown));
  socket.end(
    [
      `HTTP/1.1 ${shown.status} ${STATUS_CODES[shown.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
