import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';

/** The peer's reaction to a call. */
export type Hostility = (response: ServerResponse, request: IncomingMessage) => void;

interface HeardCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
}

export interface HostilePeer {
  url: string;
  received: HeardCall[];
  /** Sets the reaction to every call from now on. */
  act: (hostility: Hostility) => void;
  /** Bytes sent since the last change of behaviour; the rest was not read. */
  sentBytes: () => number;
  stop: () => Promise<void>;
}

const BYTE_EVERY_MS = 50;
const CHUNK = Buffer.alloc(256 * 1024, 'x');

/** An external service that is malicious or badly broken. */
export async function startHostilePeer(): Promise<HostilePeer> {
  const received: HeardCall[] = [];
  const replies: ServerResponse[] = [];
  let hostility: Hostility = silent;
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    received.push({ method, path: url, headers });
    replies.push(response);
    request.resume();
    hostility(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens nowhere.');
  const sizes = new WeakMap<ServerResponse, number>();
  server.on('request', (_request, response: ServerResponse) => {
    const { socket } = response;
    const before = socket?.bytesWritten ?? 0;
    response.once('close', () => sizes.set(response, (socket?.bytesWritten ?? 0) - before));
  });
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    act: (next) => {
      received.length = 0;
      replies.length = 0;
      hostility = next;
    },
    sentBytes: () => replies.reduce((sum, reply) => sum + (sizes.get(reply) ?? 0), 0),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Accepts the call and stays silent. */
export const silent: Hostility = () => undefined;
export const reset: Hostility = (response) => response.destroy();

/** Sends headers one character at a time, endlessly. */
export const slowHead: Hostility = ({ socket }) => {
  socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
  trickle((byte) => socket?.write(byte) ?? false, socket);
};

/** Sends the body one byte at a time, endlessly. */
export const slowBody: Hostility = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  trickle((byte) => response.write(byte), response);
};

function trickle(send: (byte: string) => boolean, to: Writable | null) {
  const timer = setInterval(() => send('x'), BYTE_EVERY_MS);
  to?.once('close', () => clearInterval(timer));
}

/** Sends as fast as the client reads, endlessly. */
export const endlessBody =
  (begin = '"', status = 200, type = 'application/json'): Hostility =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.write(begin);
    const more = (): void => {
      while (!response.destroyed && response.write(CHUNK));
    };
    response.on('drain', more);
    more();
  };

/** Announces and sends a gigabyte. */
export const gigabyte: Hostility = (response, request) => {
  response.setHeader('content-length', 1024 ** 3);
  endlessBody()(response, request);
};

export const redirectTo =
  (location: string, status = 307): Hostility =>
  (response) =>
    response.writeHead(status, { location }).end();

export const answerWith =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Hostility =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
