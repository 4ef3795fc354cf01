import type { FastifyInstance } from 'fastify';
import { refusalOf } from './error-replies.ts';
import { PublicError } from './errors.ts';

/** Resolves when the thing answers; rejects with a reason when it does not. */
export type Checks = Record<string, () => Promise<void>>;

const PATIENCE_MS = 3000;

/** GET /healthz: the process lives. GET /readyz: everything that it needs answers. */
export function serveHealth(app: FastifyInstance, checks: Checks): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { success: true };
  });
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const missing: string[] = [];
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await withPatience(check());
        } catch (error) {
          request.log.warn({ err: error }, `the ${name} does not answer`);
          missing.push(name);
        }
      }),
    );
    if (missing.length === 0) return { success: true };
    const named = missing.toSorted().join(', ');
    const error = new PublicError(503, 'not_ready', `Not ready. These do not answer: ${named}.`);
    return reply.code(503).send(refusalOf(error));
  });
}

async function withPatience(answer: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    reject(new Error(`no answer in ${PATIENCE_MS} ms`));
  }, PATIENCE_MS);
  try {
    await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
