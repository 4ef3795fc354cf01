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
 * Per person or service, and per address for anonymous callers: a campus shares one address, and
 * 800 people may load a page with 40 requests within a minute.
 */
const MAX_CALLS_PER_MINUTE = 60_000;
/**
 * The initial TCP window (ten segments of 1,460 bytes, RFC 6928): compressing less saves no round
 * trip.
 */
const MIN_COMPRESSED_BYTES = 14_600;
/** Beyond this delay the event loop is overloaded. */
const BUSY_AFTER_MS = 5000;

const pageRules = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // The component library writes computed styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  // TLS ends at the reverse proxy, which also decides about HSTS.
  strictTransportSecurity: false,
} satisfies HelmetOptions;

interface Limits {
  maxCallsPerMinute?: number;
  /**
   * Reads are refused while the event loop is delayed by more than this, in milliseconds; 0: never.
   */
  busyAfterMs?: number | undefined;
}

/** Security headers, CORS, rate limits and compression. */
export async function secure(
  app: FastifyInstance,
  origins: string[],
  { maxCallsPerMinute = MAX_CALLS_PER_MINUTE, busyAfterMs = BUSY_AFTER_MS }: Limits = {},
): Promise<void> {
  // Created once: Fastify's plugin evaluates its options on each call.
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
      const { endpoint } = request.routeOptions.config;
      // Health checks are answered even under load. What somebody sends is never refused: they may lose it. Browsers
      // do not try a refused stream again.
      if (!endpoint || endpoint.method !== 'GET' || endpoint.load === 'long') return;
      throw new PublicError(503, 'busy', 'The server is very busy. Try again in a few seconds.');
    },
  });
  await limitCalls(app, maxCallsPerMinute);
  await app.register(compress, {
    customTypes: /^(application\/json|text\/plain|text\/csv)\b/,
    encodings: ['br', 'gzip'],
    threshold: MIN_COMPRESSED_BYTES,
    // Quality 11, Node's default, costs more time than the smaller reply saves.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    globalDecompression: false,
  });
}

async function limitCalls(app: FastifyInstance, maxCallsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    // As a route hook it would run after the route's own hooks, which reject callers without
    // access.
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
          ? 'You are sending too many requests. Try again in a minute.'
          : 'Your network is sending too many requests. Try again in a minute.',
      ),
  });
  // The caller is known at this point.
  app.addHook('preParsing', app.rateLimit());
}
