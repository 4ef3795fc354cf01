import type { Pool } from 'pg';
import { type LiveEvents, notify } from '../../platform/events/live-events.ts';
import { RUNS_CHANNEL, RunEvent, STOPS_CHANNEL, StopEvent } from './run-phases.ts';
import type { Run } from '../stored-run.ts';

/** How far a run is that some server has run now. */
export interface Progress {
  phase: 'queued' | 'compiling' | 'running';
  /** Runs ahead of it in the queue of its runner, while it is there. */
  place: number | null;
}

/** A phase that is over sooner is not told to the other servers, so a short program costs nothing. */
const PHASE_WORTH_TELLING_MS = 100;
/** What other servers tell of runs is forgotten from the oldest on. */
const MAX_REMEMBERED = 10_000;

/** Knows how far runs are and who waits for their end, on this server and, told by events, on all. */
export class RunWatch {
  readonly #pool: Pool;
  readonly #progress = new Map<string, Progress>();
  readonly #waiters = new Map<string, Set<(ended: Run | null) => void>>();
  readonly #endListeners = new Set<(token: string) => void>();
  readonly #stopListeners = new Set<(token: string) => void>();
  readonly #unsubscribe: (() => void)[];
  /** Nobody waits any more, because the server stops. */
  isClosed = false;

  constructor({ pool, liveEvents }: { pool: Pool; liveEvents: LiveEvents }) {
    this.#pool = pool;
    this.#unsubscribe = [
      liveEvents.subscribe(RUNS_CHANNEL, {
        receive: (payload) => this.#receive(payload),
        miss: () => this.wakeAll(),
      }),
      liveEvents.subscribe(STOPS_CHANNEL, {
        receive: (payload) => this.#receiveStop(StopEvent.parse(payload).token),
        // Whoever asked ends the run itself when nobody does.
        miss: () => undefined,
      }),
    ];
  }

  progressOf(token: string): Progress | null {
    return this.#progress.get(token) ?? null;
  }

  /** Called when a run has ended, wherever that was; maybe more than once. */
  onEnd(listener: (token: string) => void): void {
    this.#endListeners.add(listener);
  }

  /** Called when somebody wants a run to end, on whatever server; maybe more than once. */
  onStop(listener: (token: string) => void): void {
    this.#stopListeners.add(listener);
  }

  /** Asks whichever server has the run run to end it. */
  askToStop(token: string): void {
    this.#receiveStop(token);
    notify(this.#pool, STOPS_CHANNEL, { token });
  }

  /**
   * Begun before the state is read, no end goes unseen. Gives the run where it ended on this server;
   * may wake early or without it: look again then.
   */
  waitForEnd(token: string): { woken: Promise<Run | null>; cancel: () => void } {
    const { promise, resolve } = Promise.withResolvers<Run | null>();
    if (this.isClosed) resolve(null);
    const waiters = this.#waiters.get(token) ?? new Set();
    this.#waiters.set(token, waiters.add(resolve));
    const cancel = () => {
      waiters.delete(resolve);
      if (waiters.size === 0) this.#waiters.delete(token);
      resolve(null);
    };
    return { woken: promise, cancel };
  }

  setProgress(token: string, progress: Progress): void {
    this.#remember(token, progress);
    setTimeout(() => {
      if (this.#progress.get(token) === progress) this.#notify({ token, phase: progress.phase });
    }, PHASE_WORTH_TELLING_MS).unref();
  }

  /** Nobody has it run at the moment. */
  forget(token: string): void {
    this.#progress.delete(token);
  }

  /** The run has ended; its state is in the database, and here where this server knows it. */
  end(token: string, ended: Run | null): void {
    this.#progress.delete(token);
    for (const wake of this.#waiters.get(token) ?? []) wake(ended);
    for (const listener of this.#endListeners) listener(token);
  }

  wakeAll(): void {
    for (const waiters of this.#waiters.values()) for (const wake of waiters) wake(null);
  }

  close(): void {
    this.isClosed = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.wakeAll();
  }

  #receiveStop(token: string): void {
    for (const listener of this.#stopListeners) listener(token);
  }

  #receive(payload: unknown): void {
    const { token, phase } = RunEvent.parse(payload);
    if (phase === 'finished') this.end(token, null);
    else if (this.#progress.get(token)?.phase !== phase) {
      this.#remember(token, { phase, place: null });
    }
  }

  #remember(token: string, progress: Progress): void {
    this.#progress.delete(token);
    this.#progress.set(token, progress);
    const [oldest] = this.#progress.keys();
    if (this.#progress.size > MAX_REMEMBERED && oldest) this.#progress.delete(oldest);
  }

  #notify(event: RunEvent): void {
    notify(this.#pool, RUNS_CHANNEL, event);
  }
}

/** Aborted when whoever waits is gone, or has waited long enough. */
export function deadlineOf(gone: AbortSignal | undefined, longestMs: number): AbortSignal {
  const late = AbortSignal.timeout(longestMs);
  return gone ? AbortSignal.any([gone, late]) : late;
}
