import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from './error-replies.ts';
import { notFound } from '../errors.ts';
import type { KeptAssets } from './kept-assets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Stores the pages' files for other servers. Call before the server listens. */
    keepPages: () => Promise<void>;
  }
}

/** The start waits no longer than this; storing continues. */
const KEEPING_MS = 10_000;
const ONE_YEAR = 'public, max-age=31536000, immutable';
const CALLS = /^\/+(api|judge0|v1|healthz|readyz|metrics|docs)(\/|$)/;
const ASSETS = /^\/+assets\//;
const TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/**
 * Serves the web app: its page for every address that is not a call, and the files of this and
 * earlier builds.
 */
export async function serveWebPages(
  app: FastifyInstance,
  { webFolder, assets }: { webFolder: string; assets: KeptAssets },
): Promise<void> {
  app.decorate('keepPages', async () => {
    const keeping = assets
      .keep(join(webFolder, 'assets'))
      .catch((error: unknown) => app.log.warn({ err: error }, 'Could not store the pages.'));
    await Promise.race([keeping, delay(KEEPING_MS, undefined, { ref: false })]);
  });
  await app.register(fastifyStatic, {
    root: webFolder,
    index: 'index.html',
    preCompressed: true,
    // The folder may be built after the server has started.
    suppressWarning: true,
    setHeaders: (reply, path) => {
      // A file under assets/ has a hash of its content in its name.
      const forEver = path.startsWith(join(webFolder, 'assets'));
      reply.header('cache-control', forEver ? ONE_YEAR : 'no-cache');
    },
  });
  // Bodies of unknown calls are discarded.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404 || request.raw.complete) return;
    reply.header('connection', 'close');
    throw notFound('This address');
  });
  app.setNotFoundHandler(async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (request.method === 'GET' && ASSETS.test(path)) {
      const name = path.replace(ASSETS, '');
      const kept = await assets.find(name);
      return kept ? replyWithAsset(reply, name, kept) : replyNotFound(reply);
    }
    if (CALLS.test(path) || ASSETS.test(path) || !wantsPage(request)) return replyNotFound(reply);
    if (!existsSync(join(webFolder, 'index.html'))) return replyNotBuilt(reply);
    return reply.sendFile('index.html');
  });
}

function wantsPage({ method, headers: { accept } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*');
}

function replyWithAsset(reply: FastifyReply, name: string, bytes: Buffer) {
  const type = TYPES.get(extname(name)) ?? 'application/octet-stream';
  return reply.header('cache-control', ONE_YEAR).type(type).send(bytes);
}

function replyNotFound(reply: FastifyReply) {
  return reply.code(404).send(refusalOf(notFound('This address')));
}

function replyNotBuilt(reply: FastifyReply) {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The pages of V-labs are not built yet. Start it with: npm start\n');
}
