import { expect, test } from 'vitest';
import type { Turn } from './queued-run.ts';
import { QueueFullError, RunQueue } from './run-queue.ts';

const turn = (asked: Partial<Turn> = {}): Turn => ({
  signal: new AbortController().signal,
  onPlace: () => {},
  ...asked,
});

/** Work that ends when the test says so. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('as many runs as slots start, and the rest follow in order', async () => {
  const queue = new RunQueue(1, 10);
  const order: number[] = [];
  const first = openWork();
  const runs = [0, 1, 2].map((number) =>
    queue.run(async () => {
      order.push(number);
      if (number === 0) await first.work();
    }, turn()),
  );
  expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 1, waiting: 2 });
  first.end();
  await Promise.all(runs);
  expect(order).toEqual([0, 1, 2]);
  expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
});

test('waiting runs start by priority, then in order of arrival', async () => {
  const queue = new RunQueue(1, 10);
  const first = openWork();
  const order: string[] = [];
  const wait = (name: string, priority: number) =>
    queue.run(async () => void order.push(name), turn({ priority }));
  const running = queue.run(first.work, turn());
  const others = [wait('second', 1), wait('third', 2), wait('first', 0), wait('also second', 1)];
  first.end();
  await Promise.all([running, ...others]);
  expect(order).toEqual(['first', 'second', 'also second', 'third']);
});

test('a run is refused immediately if the queue is full', async () => {
  const queue = new RunQueue(1, 1);
  const first = openWork();
  const running = queue.run(first.work, turn());
  const waiting = queue.run(async () => {}, turn());
  await expect(queue.run(async () => {}, turn())).rejects.toThrow(QueueFullError);
  first.end();
  await Promise.all([running, waiting]);
});

test('a waiting run is notified of each change of its place', async () => {
  const queue = new RunQueue(1, 10);
  const [first, second] = [openWork(), openWork()];
  const places: number[] = [];
  const running = queue.run(first.work, turn());
  const next = queue.run(second.work, turn());
  const last = queue.run(async () => {}, turn({ onPlace: (place) => places.push(place) }));
  first.end();
  await running;
  await expect.poll(() => places).toEqual([1, 0]);
  second.end();
  await Promise.all([next, last]);
});

test('a run that is aborted while it waits leaves the queue, and those behind it move up', async () => {
  const queue = new RunQueue(1, 10);
  const first = openWork();
  const giveUp = new AbortController();
  const places: number[] = [];
  const running = queue.run(first.work, turn());
  const gone = queue.run(async () => {}, turn({ signal: giveUp.signal }));
  const behind = queue.run(async () => {}, turn({ onPlace: (place) => places.push(place) }));
  giveUp.abort(new Error('given up'));
  await expect(gone).rejects.toThrow('given up');
  await expect.poll(() => places).toEqual([1, 0]);
  first.end();
  await Promise.all([running, behind]);
});

test('failed work frees its slot', async () => {
  const queue = new RunQueue(1, 0);
  const failure = queue.run(() => Promise.reject(new Error('broken')), turn());
  await expect(failure).rejects.toThrow('broken');
  expect(queue.running).toBe(0);
});
