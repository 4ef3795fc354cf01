import { expect, test } from 'vitest';
import { runInProcess } from './bounded-process.ts';
import { WorkBeyondBounds } from './bounded-worker.ts';

const script = new URL('../../testing/filling-worker.ts', import.meta.url);
const doWork = (order: unknown, maxMs = 60_000) =>
  runInProcess<unknown>({ script, order, maxMs, maxMemoryMb: 64 }, (payload, finish) =>
    finish(payload),
  );

test('work in a process is given its order and no settings of ours, and its answer comes back', async () => {
  const order = { bytes: new Uint8Array([1, 2]), text: 'नायर' };
  expect(await doWork(order)).toEqual({ given: order, hasSecrets: false });
});

test('work that fills all memory at once ends by itself, and its caller goes on', async () => {
  const failure = await doWork('fill').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WorkBeyondBounds);
  expect(failure).toMatchObject({ what: 'memory' });
});

test('work that never ends is ended', async () => {
  const failure = await doWork('hang', 1000).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'WorkBeyondBounds', what: 'time' });
});

test('work whose process hangs is ended by its parent', async () => {
  const failure = await doWork('stop', 1000).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'WorkBeyondBounds', what: 'time' });
});

test('what fails in it, and what is thrown of what it says, is heard', async () => {
  await expect(doWork('fail')).rejects.toThrow('It failed.');
  const refused = runInProcess({ script, order: 1, maxMs: 60_000, maxMemoryMb: 64 }, () => {
    throw new Error('That is no answer.');
  });
  await expect(refused).rejects.toThrow('That is no answer.');
});
