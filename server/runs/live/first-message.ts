import type { RawData, WebSocket } from 'ws';
import { textOf } from './live-page.ts';

/** What a page says first, and what it says while it is looked up who it is. */
export interface FirstMessage {
  /** Null when nothing readable came in time, or the page went away. */
  first: Promise<string | null>;
  /** Gives what came after the first to whoever listens by now, and reads on. */
  release: () => void;
}

/** After the first message no more is read than has arrived with it, since it is not known yet who speaks. */
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
