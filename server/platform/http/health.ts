import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { refusalOf } from './error-replies.ts';
import { PublicError } from '../errors.ts';

/** Resolves if the dependency responds; rejects with the reason if not. */
export type Checks = Record<string, () => Promise<void>>;

const TIMEOUT_MS = 3000;
/** Anybody may call, so concurrent calls share one result. */
const SHARED_MS = 1000;

/** GET /healthz: the process is alive. GET /readyz: all its dependencies respond. */
export function serveHealth(app: FastifyInstance, checks: Checks): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { success: true };
  });
  const listMissing = share((log: FastifyBaseLogger) => ask(checks, log));
  app.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const missing = await listMissing(request.log);
    if (missing.length === 0) return { success: true };
    const named = missing.join(', ');
    const error = new PublicError(503, 'not_ready', `Not ready. No answer from: ${named}.`);
    return reply.code(503).send(refusalOf(error));
  });
}

/** The sorted names of dependencies that don't respond. */
async function ask(checks: Checks, log: FastifyBaseLogger): Promise<string[]> {
  const missing: string[] = [];
  await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withPatience(check());
      } catch (error) {
        log.warn({ err: error }, `the ${name} does not answer`);
        missing.push(name);
      }
    }),
  );
  return missing.toSorted();
}

/** Runs one check at a time, and only if the last result is stale. */
function share<Given, Answer>(look: (given: Given) => Promise<Answer>) {
  let answer: Promise<Answer> | null = null;
  let isUnderWay = false;
  let answeredAtMs = 0;
  return (given: Given): Promise<Answer> => {
    const isFresh = isUnderWay || performance.now() - answeredAtMs < SHARED_MS;
    if (answer && isFresh) return answer;
    isUnderWay = true;
    answer = look(given).finally(() => {
      isUnderWay = false;
      answeredAtMs = performance.now();
    });
    return answer;
  };
}

async function withPatience(answer: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    reject(new Error(`no answer in ${TIMEOUT_MS} ms`));
  }, TIMEOUT_MS);
  try {
    await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
