import { once } from 'node:events';
import {
  LIVE_RUNS_PATH,
  LiveRunEvent,
  type LiveRunMessage,
  type LiveRunStart,
} from '@vlabs/contract/runs/live-runs';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';
import { z } from 'zod';

type Start = z.infer<typeof LiveRunStart>;

/** The program's side of a terminal page, without the page. */
export class LiveTerminal {
  readonly #socket: WebSocket;
  readonly events: LiveRunEvent[] = [];
  text = '';
  /** The close code and reason; null while open. */
  closeCode: number | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0);
      if (!isBinary) {
        this.events.push(LiveRunEvent.parse(JSON.parse(bytes.toString())));
        return;
      }
      this.text += bytes.toString();
      this.say({ message: 'shown', bytes: bytes.length });
    });
    socket.on('close', (code) => {
      this.closeCode = code;
    });
    socket.on('error', () => undefined);
  }

  say(message: LiveRunMessage | Start): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  start(start: Pick<Start, 'token' | 'languageId' | 'source'>): void {
    const window = { columns: 80, rows: 24 };
    this.say({ message: 'start', window, assignment: '', ...start });
  }

  type(text: string): void {
    this.say({ message: 'input', text });
  }

  /** The run's token. */
  get runToken(): string | null {
    const taken = this.events.find(({ event }) => event === 'taken');
    return taken?.event === 'taken' ? taken.token : null;
  }

  get lastEvent(): LiveRunEvent | undefined {
    return this.events.at(-1);
  }

  /** Like closing the page or pulling the cable. */
  close(): void {
    this.#socket.terminate();
  }
}

/** The origin of the application's own pages. */
export function originOf(app: FastifyInstance): string {
  const { address, port } = z
    .object({ address: z.string(), port: z.int() })
    .parse(app.server.address());
  return `http://${address}:${port}`;
}

/** Opens a terminal on a listening application. Throws with the status if refused. */
export async function openTerminal(
  app: FastifyInstance,
  headers: Record<string, string> = {},
): Promise<LiveTerminal> {
  const socket = new WebSocket(`${originOf(app)}${LIVE_RUNS_PATH}`, { headers });
  const terminal = new LiveTerminal(socket);
  await once(socket, 'open');
  return terminal;
}
