import type { Pool } from 'pg';
import { type LiveEvents, notify } from '../../platform/events/live-events.ts';
import { type Run, RUNS_CHANNEL, RunEvent, STOPS_CHANNEL, StopEvent } from '../store/run.ts';

/** Progress of a run that some server is executing. */
export interface Progress {
  phase: 'queued' | 'compiling' | 'running';
  /** Number of runs ahead of it in its runner's queue; null when it is not queued. */
  place: number | null;
}

/** Shorter phases are not published, so short programs cause no events. */
const PHASE_WORTH_TELLING_MS = 100;
/** When full, the oldest entries are dropped. */
const MAX_REMEMBERED = 10_000;

/** Tracks the progress and end of runs, on this server directly and on other servers by events. */
export class RunWatch {
  readonly #pool: Pool;
  readonly #progress = new Map<string, Progress>();
  readonly #waiters = new Map<string, Set<(ended: Run | null) => void>>();
  readonly #endListeners = new Set<(token: string) => void>();
  readonly #stopListeners = new Set<(token: string) => void>();
  readonly #unsubscribe: (() => void)[];
  /** Set when the server stops. */
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
        // A caller that misses the event ends the run itself after a timeout.
        miss: () => undefined,
      }),
    ];
  }

  progressOf(token: string): Progress | null {
    return this.#progress.get(token) ?? null;
  }

  /** Adds a listener for ended runs on all servers. May be called more than once per run. */
  onEnd(listener: (token: string) => void): void {
    this.#endListeners.add(listener);
  }

  /** Adds a listener for stop requests from all servers. May be called more than once per run. */
  onStop(listener: (token: string) => void): void {
    this.#stopListeners.add(listener);
  }

  /** Asks the server that is executing the run to stop it. */
  askToStop(token: string): void {
    this.#receiveStop(token);
    notify(this.#pool, STOPS_CHANNEL, { token });
  }

  /**
   * Call before reading the run's state, so that no end is missed. `woken` yields the run if it
   * ended on this server, otherwise null; it may also wake early, so read the state again.
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

  /** No server is executing the run at the moment. */
  forget(token: string): void {
    this.#progress.delete(token);
  }

  /**
   * Reports that a run has ended. Its state is in the database, and in `ended` if this server knows
   * it.
   */
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

/** Aborted when the caller disconnects or the time is up. */
export function deadlineOf(gone: AbortSignal | undefined, longestMs: number): AbortSignal {
  const late = AbortSignal.timeout(longestMs);
  return gone ? AbortSignal.any([gone, late]) : late;
}
