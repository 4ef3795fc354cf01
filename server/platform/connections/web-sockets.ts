import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { PublicError, forbidden } from '../errors.ts';

/** A message of a page is never larger: it holds at most a program. */
const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
/** As the protocol calls it: the service is being restarted. */
const SERVICE_RESTART = 1012;
const CLOSE_TIMEOUT_MS = 1000;
/** A page that shows all it can says far less in a second; who says more is heard a second later. */
const MAX_MESSAGES_A_SECOND = 5000;
/** Who takes nothing of what is said is let go. */
const MAX_UNTAKEN_BYTES = 1024 * 1024;
/** Of those who have not said yet who they are; the longest silent one makes place. */
const MAX_UNKNOWN = 500;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It is spoken to over a WebSocket. */
    webSocket?: boolean;
  }
}

/** Lets routes speak over WebSockets. Before any of them is made. */
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
    throw new PublicError(400, 'no_web_socket', 'This address is not spoken to over a WebSocket.');
  });
}

/** Bounds what one page can make the server do and hold by speaking fast and taking nothing. */
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

/** Holds those who have yet to say who they are, and no more of them than there is room for. */
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
 * A browser lets any page open a WebSocket to anywhere, so who may is asked here: our own pages, and the
 * origins that may call. A program that is no browser names no origin, and shows a token like all.
 */
export function requireKnownOrigin(request: FastifyRequest, origins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin === undefined || origins.includes(origin)) return;
  const isOurs = URL.canParse(origin) && new URL(origin).host === request.host;
  if (!isOurs) throw forbidden('This page may not speak to this server.');
}
