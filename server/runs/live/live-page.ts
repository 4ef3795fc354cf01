import type { LiveRunEvent } from '@vlabs/contract/runs/live-runs';
import { LiveRunMessage } from '@vlabs/contract/runs/live-runs';
import type { RawData, WebSocket } from 'ws';
import type { LivePage } from './live-runs.service.ts';

/** A page that does not answer within this time is disconnected. */
const HEARTBEAT_MS = 15_000;
const UNREADABLE = 1007;

/** Messages buffered before the program starts. */
const MAX_EARLY_MESSAGES = 100;

interface LivePageOptions {
  /** Checked at every heartbeat; false disconnects the page. A check that fails to run does not. */
  mayGoOn: () => Promise<boolean>;
  onEnded: () => void;
  heartbeatMs?: number;
}

/** Wraps a WebSocket whose first message was read. */
export function makeLivePage(
  socket: WebSocket,
  { mayGoOn, onEnded, heartbeatMs = HEARTBEAT_MS }: LivePageOptions,
): LivePage {
  const gone = new AbortController();
  let receive: ((message: LiveRunMessage) => void) | null = null;
  const early: LiveRunMessage[] = [];
  let hasAnswered = true;
  let beats = 0;
  const beat = async (): Promise<void> => {
    if (!hasAnswered) return socket.terminate();
    hasAnswered = false;
    beats += 1;
    socket.ping(String(beats));
    if (await mayGoOn().catch(() => true)) return;
    onEnded();
  };
  const heartbeat = setInterval(() => void beat(), heartbeatMs);
  socket.on('pong', (repeated) => {
    // Only a client that received the ping can repeat its payload.
    if (repeated.toString() === String(beats)) hasAnswered = true;
  });
  socket.once('close', () => {
    clearInterval(heartbeat);
    gone.abort();
  });
  if (socket.readyState !== socket.OPEN) gone.abort();
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? null : readMessage(textOf(data));
    if (!message) socket.close(UNREADABLE);
    else if (receive) receive(message);
    else if (early.length < MAX_EARLY_MESSAGES) early.push(message);
  });
  return {
    say: (event) => sayTo(socket, event),
    print: (bytes) =>
      new Promise((resolve) => {
        // Called when the data was sent or the page has disconnected.
        socket.send(bytes, { binary: true }, () => resolve());
      }),
    listen: (listener) => {
      receive = listener;
      for (const message of early.splice(0)) listener(message);
    },
    gone: gone.signal,
  };
}

export function sayTo(socket: WebSocket, event: LiveRunEvent): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(event));
}

/** This server receives each message as one buffer. */
export const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString() : '');

function readMessage(text: string): LiveRunMessage | null {
  try {
    return LiveRunMessage.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
