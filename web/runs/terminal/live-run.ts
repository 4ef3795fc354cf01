import {
  LiveRunEvent,
  LIVE_RUNS_PATH,
  type LiveRunMessage,
  type LiveRunStart,
} from '@vlabs/contract/runs/live-runs';
import type { Run } from '@vlabs/contract/runs/runs';
import { currentSession, markSessionEnded } from '../../platform/storage/stored-session.ts';
import type { RunAction, RunOrder } from '../running/run-state.ts';
import { ordinal } from '../running/status-line.ts';
import type { TerminalScreen } from './terminal-screen.ts';
import type { z } from 'zod';

interface Listeners {
  onEvent: (event: LiveRunEvent) => void;
  onOutput: (bytes: Uint8Array) => void;
  /** The last event; `wasRestarted` if the server announced its restart. */
  onClosed: (how: { wasRestarted: boolean }) => void;
}

const SERVICE_RESTART = 1012;

/** One program per WebSocket. The server stops the program when the socket closes. */
class LiveConnection {
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

export const connectionLost =
  'The connection was lost, so the program was stopped. Its output so far is in the history.';
export const serverRestarted =
  'The server is restarting, so the program was stopped. Run it again in a moment.';
const NO_CONNECTION = 'The server did not answer. Check your connection. Your work is kept.';

interface LiveRunOptions {
  order: RunOrder;
  /** Empty for practice without an assignment. */
  assignment: string;
  screen: TerminalScreen;
  dispatch: (action: RunAction) => void;
  /** Called with the number of bytes added to the screen. */
  onShown: (bytes: number) => void;
  /** The program has ended. Its result can be requested if the run was accepted. */
  onEnded: (token: string | null) => void;
}

/** One interactive program, from start to end. */
export class LiveRun {
  readonly #options: LiveRunOptions;
  readonly #connection: LiveConnection;
  readonly #sessionToken = currentSession().token;
  #token: string | null = null;
  #isOver = false;

  constructor(options: LiveRunOptions) {
    this.#options = options;
    const { order, assignment, screen } = options;
    const { languageId, source } = order;
    screen.begin({
      onType: (text) => this.#connection.say({ message: 'input', text }),
      onResize: (window) => this.#connection.say({ message: 'resize', ...window }),
    });
    this.#connection = new LiveConnection(
      {
        message: 'start',
        token: this.#sessionToken,
        languageId,
        source,
        assignment,
        window: screen.window,
      },
      {
        onEvent: (event) => this.#receive(event),
        onOutput: (bytes) => this.#print(bytes),
        onClosed: ({ wasRestarted }) => this.#lose(wasRestarted ? serverRestarted : connectionLost),
      },
    );
  }

  stop(): void {
    this.#connection.say({ message: 'stop' });
  }

  /** Leaving the page stops the program. */
  close(): void {
    this.#isOver = true;
    this.#connection.close();
  }

  #print(bytes: Uint8Array): void {
    this.#options.screen.print(bytes, () => {
      this.#options.onShown(bytes.length);
      this.#connection.say({ message: 'shown', bytes: bytes.length });
    });
  }

  #receive(event: LiveRunEvent): void {
    const { dispatch, screen } = this.#options;
    if (event.event === 'taken') {
      this.#token = event.token;
      dispatch({ type: 'taken', token: event.token });
    } else if (event.event === 'finished') this.#end(() => undefined);
    else if (event.event === 'refused') this.#refuse(event.status, event.reason);
    else if (event.event === 'input_lost') {
      screen.say(
        `You typed faster than the program reads. ${event.bytes} characters were dropped.`,
      );
    } else {
      if (event.event === 'queued' && event.waitsFor === 'terminal') {
        screen.wait(waitWords(event.place));
      } else screen.endWait();
      dispatch({ type: 'observed', run: asRun(event) });
    }
  }

  #refuse(status: number, reason: string): void {
    if (status === 401) markSessionEnded(this.#sessionToken);
    this.#end(() => {
      this.#options.screen.end(reason);
      this.#options.dispatch({ type: 'failed', failure: 'refused', detail: reason });
    });
  }

  #lose(reason: string): void {
    this.#end(() => {
      const { screen, dispatch } = this.#options;
      const detail = this.#token === null ? NO_CONNECTION : reason;
      screen.end(detail);
      if (this.#token === null) dispatch({ type: 'failed', failure: 'other', detail });
    });
  }

  /** The first of several possible endings wins. */
  #end(report: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    report();
    this.#connection.close();
    this.#options.onEnded(this.#token);
  }
}

/** @param ahead number of people before this one in the queue for a terminal */
function waitWords(ahead: number): string {
  const place = ahead === 0 ? 'You are next' : `You are ${ordinal(ahead + 1)} in the queue`;
  return `All terminals are in use. ${place}. Your program starts when one is free.`;
}

type Progress = Extract<LiveRunEvent, { event: 'queued' | 'compiling' | 'running' }>;

/** Converts the event into a run as the polling API returns it. */
function asRun(event: Progress): Run {
  const isQueued = event.event === 'queued';
  const status = { id: isQueued ? 1 : 2, description: isQueued ? 'In Queue' : 'Processing' };
  return { status, phase: event.event, queue_place: isQueued ? event.place : null };
}
