import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface BoundedWork {
  script: URL;
  /** What the script finds as its `workerData`. */
  order: unknown;
  maxMs: number;
  maxMemoryMb: number;
}

/** Work that was ended because it took more than it was given. */
export class WorkBeyondBounds extends Error {
  override name = 'WorkBeyondBounds';
  readonly what: 'time' | 'memory';

  constructor(what: 'time' | 'memory') {
    super(`The work was given too little ${what}.`);
    this.what = what;
  }
}

/**
 * Does in a thread of its own what what a student sends could make long, so that the server goes on
 * answering. `hear` is told all that the script says and calls `finish` with what it was for.
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
