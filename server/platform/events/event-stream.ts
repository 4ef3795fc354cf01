import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Proxies close idle connections; a comment keeps the stream open without an event. The stream ends with its caller's
 * session at the latest after this time.
 */
export const SIGN_OF_LIFE_MS = 15_000;
/** A client that does not read is disconnected; it gets the current state when it reconnects. */
const MAX_WAITING_BYTES = 256 * 1024;

export interface EventStream {
  /** The reply body. */
  body: PassThrough;
  send(event: string, data: unknown): void;
  end(): void;
  /** Called once, when either side closes the stream. */
  onClose(listener: () => void): void;
}

/** Replies with server-sent events until the client disconnects or its session ends. */
export function openEventStream(request: FastifyRequest, response: FastifyReply): EventStream {
  response.header('content-type', 'text/event-stream; charset=utf-8');
  response.header('x-accel-buffering', 'no');
  const body = new PassThrough();
  const timer = setInterval(() => {
    write(': \n\n');
    void endWithSession();
  }, SIGN_OF_LIFE_MS);
  body.once('close', () => clearInterval(timer));
  response.raw.once('close', () => body.destroy());

  async function endWithSession(): Promise<void> {
    try {
      if (!(await request.server.isStillSignedIn(request))) body.end();
    } catch {
      // Without the database nothing is sent either; the next sign of life asks again.
    }
  }

  function write(text: string): void {
    if (body.writableLength > MAX_WAITING_BYTES) body.destroy();
    else if (body.writable) body.write(text);
  }

  // Some browsers report the stream as open only after its first bytes.
  write(': \n\n');
  return {
    body,
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => body.end(),
    onClose: (listener) => {
      body.once('close', listener);
    },
  };
}
