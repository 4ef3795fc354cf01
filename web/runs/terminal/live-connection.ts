import {
  LIVE_RUNS_PATH,
  LiveRunEvent,
  type LiveRunMessage,
  type LiveRunStart,
} from '@vlabs/contract/runs/live-runs';
import type { z } from 'zod';

interface Listeners {
  onEvent: (event: LiveRunEvent) => void;
  onOutput: (bytes: Uint8Array) => void;
  /** The last event; `wasRestarted` if the server announced its restart. */
  onClosed: (how: { wasRestarted: boolean }) => void;
}

const SERVICE_RESTART = 1012;

/** One program per WebSocket. The server stops the program when the socket closes. */
export class LiveConnection {
  readonly #socket: WebSocket;

  constructor(start: z.input<typeof LiveRunStart>, listeners: Listeners) {
    const address = new URL(LIVE_RUNS_PATH, window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    this.#socket = new WebSocket(address);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#socket.send(JSON.stringify(start)));
    this.#socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data instanceof ArrayBuffer) listeners.onOutput(new Uint8Array(data));
      else listeners.onEvent(LiveRunEvent.parse(JSON.parse(String(data))));
    });
    this.#socket.addEventListener('close', ({ code }) =>
      listeners.onClosed({ wasRestarted: code === SERVICE_RESTART }),
    );
  }

  say(message: LiveRunMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }
}
