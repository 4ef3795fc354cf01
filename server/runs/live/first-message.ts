import type { RawData, WebSocket } from 'ws';
import { textOf } from './live-page.ts';

/** The first message of a page, and its later messages, held until the caller is identified. */
export interface FirstMessage {
  /** Null if no valid message arrives in time or the page disconnects. */
  first: Promise<string | null>;
  /** Delivers the held messages to the listeners and resumes reading. */
  release: () => void;
}

/** Pauses reading after the first message, because the caller is not authenticated yet. */
export function receiveFirstMessage(socket: WebSocket, timeoutMs: number): FirstMessage {
  const { promise: first, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve(null), timeoutMs);
  const later: [RawData, boolean][] = [];
  let isFirst = true;
  const receive = (data: RawData, isBinary: boolean): void => {
    if (!isFirst) {
      later.push([data, isBinary]);
      return;
    }
    isFirst = false;
    clearTimeout(timer);
    socket.pause();
    resolve(isBinary ? null : textOf(data));
  };
  socket.on('message', receive);
  socket.once('close', () => {
    clearTimeout(timer);
    resolve(null);
  });
  const release = (): void => {
    socket.off('message', receive);
    for (const [data, isBinary] of later) socket.emit('message', data, isBinary);
    socket.resume();
  };
  return { first, release };
}
