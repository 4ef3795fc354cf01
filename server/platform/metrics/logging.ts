import {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import pino, { type DestinationStream } from 'pino';

/** Long opaque path segments are tokens or IDs, so they are not logged. */
const OPAQUE = /[\w-]{20,}/g;

/** A path that is safe to log: without its query and without secrets. */
export function loggablePath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replaceAll(OPAQUE, '(hidden)').slice(0, 200);
}

/** Logs go to standard error, because standard output carries only the ready line. */
export function logOptions(level: string, stream: DestinationStream = pino.destination(2)) {
  return {
    logger: {
      level,
      stream,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: describeRequest, err: describeError },
      redact: { paths: secretPaths(), censor: '(hidden)' },
    },
    // Fastify's own request log contains the whole URL with its query.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
  } satisfies FastifyServerOptions;
}

/** Writes one line per request when it has been answered. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      ...describeRequest(request),
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
    };
    if (request.routeOptions.config.endpoint) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
  });
}

function describeRequest(request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) {
  return { method: request.method, path: loggablePath(request.url), address: request.ip };
}

/** The `detail` of a database error repeats the row, which may contain secrets. */
function describeError(error: Error) {
  const details: Record<string, unknown> = {};
  for (const key of ['code', 'constraint', 'table']) {
    if (key in error) details[key] = Reflect.get(error, key);
  }
  if (error.cause instanceof Error) details['cause'] = error.cause.message;
  return { type: error.name, message: error.message, stack: error.stack ?? '', ...details };
}

function secretPaths(): string[] {
  const names = ['password', 'currentPassword', 'newPassword', 'token', 'authorization', 'cookie'];
  return [...names, ...names.map((name) => `*.${name}`), 'headers', '*.headers'];
}
