/** Request to the worker, which answers with the same number when the time is over. */
export interface TimerOrder {
  number: number;
  /** Null cancels the timer. */
  afterMs: number | null;
}

const waiting = new Map<number, { callback: () => void; clearOwn: () => void }>();
let lastNumber = 0;
let worker: Worker | null = null;

/**
 * Timers that also fire on time in background tabs, where browsers throttle the page's timers to
 * once a minute but not a worker's. Both are set and the first one counts, since the worker may be
 * missing. Returns the cancel function.
 */
export function setSteadyTimeout(callback: () => void, afterMs: number): () => void {
  lastNumber += 1;
  const number = lastNumber;
  const own = setTimeout(() => ring(number), afterMs);
  waiting.set(number, { callback, clearOwn: () => clearTimeout(own) });
  postToWorker({ number, afterMs });
  return () => {
    if (forget(number)) postToWorker({ number, afterMs: null });
  };
}

/** Calls back repeatedly until cancelled. */
export function setSteadyInterval(callback: () => void, everyMs: number): () => void {
  let clear = setSteadyTimeout(tick, everyMs);
  function tick(): void {
    clear = setSteadyTimeout(tick, everyMs);
    callback();
  }
  return () => clear();
}

function ring(number: number): void {
  const timer = waiting.get(number);
  if (forget(number)) timer?.callback();
}

function forget(number: number): boolean {
  waiting.get(number)?.clearOwn();
  return waiting.delete(number);
}

function postToWorker(order: TimerOrder): void {
  // Without workers, the page's own timers are used.
  if (typeof Worker === 'undefined') return;
  worker ??= startWorker();
  worker.postMessage(order, []);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./steady-timers-worker.ts', import.meta.url), {
    type: 'module',
  });
  started.addEventListener('message', ({ data }: MessageEvent<number>) => ring(data));
  // The worker could not be loaded; the next timer tries again.
  started.addEventListener('error', () => {
    if (worker === started) worker = null;
  });
  return started;
}
