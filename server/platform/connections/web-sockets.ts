import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PublicError, forbidden } from '../errors.ts';

/** A message contains at most one program. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
/** Close code 1012 of the WebSocket protocol: service restart. */
const SERVICE_RESTART = 1012;
const CLOSE_TIMEOUT_MS = 1000;
/** Far above what a page sends; beyond it, reading pauses for a second. */
const MAX_MESSAGES_A_SECOND = 5000;
/** A client that does not read is disconnected. */
const MAX_UNTAKEN_BYTES = 1024 * 1024;
/** Limit for unauthenticated connections; beyond it, the oldest is ended. */
const MAX_UNKNOWN = 500;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is a WebSocket endpoint. */
    webSocket?: boolean;
  }
}

/** Enables WebSocket routes. Register before any of them. */
export async function acceptWebSockets(app: FastifyInstance): Promise<void> {
  const options = { maxPayload: MAX_MESSAGE_BYTES, closeTimeout: CLOSE_TIMEOUT_MS };
  await app.register(websocket, {
    options,
    preClose(done) {
      for (const client of this.websocketServer.clients) {
        client.close(SERVICE_RESTART);
        setTimeout(() => client.terminate(), CLOSE_TIMEOUT_MS).unref();
      }
      this.websocketServer.close(() => done());
    },
  });
  app.websocketServer.on('connection', keepPace);
  app.addHook('onRequest', async (request) => {
    if (!request.ws || request.routeOptions.config.webSocket) return;
    throw new PublicError(
      400,
      'no_web_socket',
      'This address does not accept WebSocket connections.',
    );
  });
}

/** Limits what a client can cause by sending fast or not reading. */
function keepPace(socket: WebSocket): void {
  let received = 0;
  const timer = setInterval(() => {
    if (received > MAX_MESSAGES_A_SECOND) socket.resume();
    received = 0;
  }, 1000);
  socket.once('close', () => clearInterval(timer));
  const receive = (): void => {
    received += 1;
    if (received > MAX_MESSAGES_A_SECOND) socket.pause();
    if (socket.bufferedAmount > MAX_UNTAKEN_BYTES) socket.terminate();
  };
  for (const event of ['message', 'ping', 'pong'] as const) socket.on(event, receive);
}

/** Limits the number of connections that are not authenticated yet. */
export function limitHandshakes(max = MAX_UNKNOWN) {
  const unknown = new Set<WebSocket>();
  return {
    enter(socket: WebSocket): void {
      const [first] = unknown;
      if (unknown.size >= max) first?.terminate();
      unknown.add(socket);
      socket.once('close', () => unknown.delete(socket));
    },
    leave: (socket: WebSocket) => unknown.delete(socket),
  };
}

/**
 * Browsers let any page open a WebSocket to any host, so the origin is checked here: our own pages
 * and the configured origins. Other programs send no origin; they authenticate by token.
 */
export function requireKnownOrigin(request: FastifyRequest, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || origins.includes(origin)) return;
  const isOurs = URL.canParse(origin) && new URL(origin).host === request.host;
  if (!isOurs) throw forbidden('This page is not allowed to connect to this server.');
}
