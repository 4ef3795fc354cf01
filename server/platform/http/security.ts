import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { networkOf } from '../connections/addresses.ts';
import { PublicError } from '../errors.ts';

/**
 * Of one person or service, and of all at an address who have not signed in: a campus shares one, and
 * 800 people may load a page of 40 requests in one minute.
 */
const MAX_CALLS_PER_MINUTE = 60_000;
/** What the first window of a connection carries (ten segments of 1,460 bytes, RFC 6928): to press less saves no trip. */
const MIN_COMPRESSED_BYTES = 14_600;
/** Beyond this the event loop no longer answers anyone in useful time. */
const BUSY_AFTER_MS = 5000;

const pageRules = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The component library writes its computed styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // The server speaks plain HTTP; whoever puts TLS before it decides about the domain there.
  strictTransportSecurity: false,
} satisfies HelmetOptions;

interface Limits {
  maxCallsPerMinute?: number;
  /** Calls are refused while the event loop is held for longer than this, in milliseconds; 0: never. */
  busyAfterMs?: number | undefined;
}

/** What a browser may do with our pages, who may call, and how much. */
export async function secure(
  app: FastifyInstance,
  origins: string[],
  { maxCallsPerMinute = MAX_CALLS_PER_MINUTE, busyAfterMs = BUSY_AFTER_MS }: Limits = {},
): Promise<void> {
  // Made once: Fastify's plugin reads the rules again at each call.
  const setPageRules = helmet(pageRules);
  app.addHook('onRequest', (request, reply, next) => {
    setPageRules(request.raw, reply.raw, (error) =>
      next(error instanceof Error ? error : undefined),
    );
  });
  if (origins.length > 0) {
    await app.register(cors, {
      origin: origins,
      credentials: true,
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      exposedHeaders: ['x-request-id', 'retry-after'],
    });
  }
  await app.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    pressureHandler: (request) => {
      // Whoever watches the process still hears that it lives.
      if (!request.routeOptions.config.endpoint) return;
      throw new PublicError(503, 'busy', 'The server is very busy. Try again in a few seconds.');
    },
  });
  await limitCalls(app, maxCallsPerMinute);
  await app.register(compress, {
    customTypes: /^(application\/json|text\/plain|text\/csv)\b/,
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    // Quality 11, the default of Node, costs more time than the network saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
}

async function limitCalls(app: FastifyInstance, maxCallsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    // As a hook of each route it would come after the route's own, which refuse whoever may not call.
    global: false,
    max: maxCallsPerMinute,
    timeWindow: 60_000,
    keyGenerator: ({ caller, ip }) => (caller ? `${caller.role} ${caller.id}` : networkOf(ip)),
    allowList: (request) => !request.routeOptions.config.endpoint,
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: ({ caller }) =>
      new PublicError(
        429,
        'too_many_calls',
        caller
          ? 'You make too many calls. Try again in a minute.'
          : 'Too many calls come from your network. Try again in a minute.',
      ),
  });
  // By then it is known who calls.
  app.addHook('preParsing', app.rateLimit());
}
