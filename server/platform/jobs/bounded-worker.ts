import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface BoundedWork {
  script: URL;
  /** The script's `workerData`. */
  order: unknown;
  maxMs: number;
  maxMemoryMb: number;
}

/** The work exceeded its time or memory limit and was ended. */
export class WorkBeyondBounds extends Error {
  override name = 'WorkBeyondBounds';
  readonly what: 'time' | 'memory';

  constructor(what: 'time' | 'memory') {
    super(`The work exceeded its limit of ${what}.`);
    this.what = what;
  }
}

/**
 * Processes untrusted input in a worker thread, so that the event loop stays free. `hear` receives
 * every message of the script and calls `finish` with the result.
 */
export async function runInWorker<Result>(
  { script, order, maxMs, maxMemoryMb }: BoundedWork,
  receive: (message: unknown, finish: (result: Result) => void) => void,
): Promise<Result> {
  const worker = new Worker(script, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new WorkBeyondBounds('time')), maxMs);
  worker.on('message', (message: unknown) => {
    try {
      receive(message, resolve);
    } catch (error) {
      reject(error);
    }
  });
  worker.on('error', (error) => {
    reject(isOutOfMemory(error) ? new WorkBeyondBounds('memory') : error);
  });
  worker.on('exit', () => reject(new Error(`${script.pathname} ended without a result.`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    const exited = once(worker, 'exit').catch(() => undefined);
    if (worker.threadId !== -1) {
      await worker.terminate();
      await exited;
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
