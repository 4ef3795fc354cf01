import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusalOf } from './error-replies.ts';
import { notFound } from '../errors.ts';

const ONE_YEAR = 'public, max-age=31536000, immutable';
const CALLS = /^\/+(api|judge0|v1|healthz|readyz|metrics|docs)(\/|$)/;
const ASSETS = /^\/+assets\//;

/** Serves the built browser program: its page for every address that is not a call, and its files. */
export async function serveWebPages(app: FastifyInstance, webFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webFolder,
    index: 'index.html',
    preCompressed: true,
    // The folder may be built after the server was started.
    suppressWarning: true,
    setHeaders: (reply, path) => {
      // A file under assets/ carries a hash of its content in its name.
      const forEver = path.startsWith(join(webFolder, 'assets'));
      reply.header('cache-control', forEver ? ONE_YEAR : 'no-cache');
    },
  });
  // Nobody waits for a body that goes nowhere.
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404 || request.raw.complete) return;
    reply.header('connection', 'close');
    throw notFound('This address');
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    if (CALLS.test(path) || ASSETS.test(path) || !wantsPage(request)) return replyNotFound(reply);
    if (!existsSync(join(webFolder, 'index.html'))) return replyNotBuilt(reply);
    return reply.sendFile('index.html');
  });
}

function wantsPage({ method, headers: { accept } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept === undefined || accept.includes('text/html') || accept.includes('*/*');
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
