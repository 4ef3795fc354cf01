/** What the worker is asked; it answers with the number when its time has come. */
export interface TimerOrder {
  number: number;
  /** Null: it is not wanted any more. */
  afterMs: number | null;
}

const waiting = new Map<number, { callback: () => void; clearOwn: () => void }>();
let lastNumber = 0;
let worker: Worker | null = null;

/**
 * As the browser's own, but also in time while the page is in the background, where browsers let a
 * page's own timers run once a minute at best: those of a worker go on. Both are set, and whichever
 * comes first counts, since a worker may not be there. Answers how to clear it.
 */
export function setSteadyTimeout(callback: () => void, afterMs: number): () => void {
  lastNumber += 1;
  const number = lastNumber;
  const own = setTimeout(() => ring(number), afterMs);
  waiting.set(number, { callback, clearOwn: () => clearTimeout(own) });
  tellWorker({ number, afterMs });
  return () => {
    if (forget(number)) tellWorker({ number, afterMs: null });
  };
}

/** Calls back again and again until it is cleared. */
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

function tellWorker(order: TimerOrder): void {
  // Where there are no workers, the page's own timers must do.
  if (typeof Worker === 'undefined') return;
  worker ??= startWorker();
  worker.postMessage(order, []);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./steady-timers-worker.ts', import.meta.url), {
    type: 'module',
  });
  started.addEventListener('message', ({ data }: MessageEvent<number>) => ring(data));
  // It could not be loaded: the next timer tries again.
  started.addEventListener('error', () => {
    if (worker === started) worker = null;
  });
  return started;
}
