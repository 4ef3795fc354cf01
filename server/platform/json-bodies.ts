import type { FastifyInstance } from 'fastify';

/**
 * Reads JSON as Fastify does, but takes an empty body for none: many clients name a content type
 * on every call, also where there is nothing to send.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') done(null, undefined);
    else void parse(request, text, done);
  });
}
