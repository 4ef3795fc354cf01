import type { Refusal } from '@vlabs/contract/endpoint';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify';
import { PublicError, toPublicError } from './errors.ts';

/** The one place where errors become replies. What the caller may not see is logged. */
export function replyWithError(
  error: unknown,
  request: { id: string; log: FastifyBaseLogger },
  reply: Pick<FastifyReply, 'code' | 'send'>,
): void {
  const shown = toPublicError(error);
  if (shown) {
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
          'Something went wrong on the server. Try again; if it stays, tell your teacher this ' +
            `number: ${request.id}`,
        ),
      ),
    );
}

export function refusalOf({ message, code, fields }: PublicError): Refusal {
  return {
    success: false,
    message,
    code,
    ...(fields && Object.keys(fields).length > 0 && { fields }),
  };
}

export function replyToErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError);
}
