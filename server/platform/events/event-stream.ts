import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Proxies end what is silent for long; a comment keeps the line and disturbs nobody. */
const SIGN_OF_LIFE_MS = 15_000;
/** A reader who takes nothing any more is let go; what is current is sent when they come back. */
const MAX_WAITING_BYTES = 256 * 1024;

export interface EventStream {
  /** The reply itself. */
  body: PassThrough;
  send(event: string, data: unknown): void;
  end(): void;
  /** Called once, when either side has ended it. */
  onClose(listener: () => void): void;
}

/** Answers with server-sent events, for as long as the caller listens. */
export function openEventStream(response: FastifyReply): EventStream {
  response.header('content-type', 'text/event-stream; charset=utf-8');
  response.header('x-accel-buffering', 'no');
  const body = new PassThrough();
  const timer = setInterval(() => write(': \n\n'), SIGN_OF_LIFE_MS);
  body.once('close', () => clearInterval(timer));
  response.raw.once('close', () => body.destroy());

  function write(text: string): void {
    if (body.writableLength > MAX_WAITING_BYTES) body.destroy();
    else if (body.writable) body.write(text);
  }

  // What a browser would wait for before it says that the stream is open.
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
