import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { forbidden } from './errors.ts';

/** A message of a page is never larger: it holds at most a program. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
/** As the protocol calls it: the service is being restarted. */
const SERVICE_RESTART = 1012;
const CLOSE_PATIENCE_MS = 1000;

/** Lets routes speak over WebSockets. Before any of them is made. */
export async function acceptWebSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES },
    preClose(done) {
      for (const client of this.websocketServer.clients) {
        client.close(SERVICE_RESTART);
        setTimeout(() => client.terminate(), CLOSE_PATIENCE_MS).unref();
      }
      this.websocketServer.close(() => done());
    },
  });
}

/**
 * A browser lets any page open a WebSocket to anywhere, so who may is asked here: our own pages, and the
 * origins that may call. A program that is no browser names no origin, and shows a token like all.
 */
export function requireKnownOrigin(request: FastifyRequest, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || origins.includes(origin)) return;
  const isOurs = URL.canParse(origin) && new URL(origin).host === request.host;
  if (!isOurs) throw forbidden('This page may not speak to this server.');
}
