import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { type BoundedWork, WorkBeyondBounds } from './bounded-worker.ts';

const SCRIPT = join(import.meta.dirname, 'bounded-process-main.ts');

/** Messages of the child process. */
const ProcessMessage = z.union([
  z.object({ payload: z.unknown() }),
  z.object({ beyond: z.enum(['time', 'memory']) }),
  z.object({ failure: z.string() }),
]);
export type ProcessMessage = z.infer<typeof ProcessMessage>;

/**
 * Like `runInWorker`, in a separate process: a thread that allocates too much memory takes its
 * whole process down, so untrusted files are read in a process that may crash.
 */
export async function runInProcess<Result>(
  { script, ...work }: BoundedWork,
  receive: (message: unknown, finish: (result: Result) => void) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  // The child gets none of our settings and secrets.
  const child = fork(SCRIPT, { env: {}, execArgv: [], serialization: 'advanced', stdio: 'ignore' });
  // The child has its own timeout, but may hang.
  const timer = setTimeout(() => reject(new WorkBeyondBounds('time')), work.maxMs);
  const exited = once(child, 'exit').catch(() => undefined);
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    const isOutOfMemory = signal === 'SIGABRT' || signal === 'SIGKILL';
    reject(isOutOfMemory ? new WorkBeyondBounds('memory') : endedWithout(script, code));
  });
  child.on('message', (sent) => {
    try {
      const message = ProcessMessage.parse(sent);
      if ('payload' in message) receive(message.payload, resolve);
      else if ('beyond' in message) reject(new WorkBeyondBounds(message.beyond));
      else reject(new Error(message.failure));
    } catch (error) {
      reject(error);
    }
  });
  child.send({ ...work, script: script.href }, (error) => {
    if (error) reject(error);
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await exited;
  }
}

function endedWithout({ pathname }: URL, code: number | null): Error {
  return new Error(`The process of ${pathname} ended with ${code} without a result.`);
}
