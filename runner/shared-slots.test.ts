import { expect, test } from 'vitest';
import type { Piece, Slot, Turn } from './queued-run.ts';
import { RunQueue } from './run-queue.ts';
import { PATIENTLY } from './testing/patience.ts';

/** Every run is long at once. */
const AT_ONCE = { longAfterMs: 0 };
/** No run is long. */
const NEVER = { longAfterMs: 2 ** 31 - 1 };

/** Runs pieces that end when the test says so, and notes which are running. */
class Pieces {
  readonly running: string[] = [];
  readonly begun: string[] = [];
  readonly long = new Set<string>();
  readonly #ends = new Map<string, () => void>();
  readonly #queue: RunQueue;

  constructor(queue: RunQueue) {
    this.#queue = queue;
  }

  /** The pieces of one run, named `name 1`, `name 2`, and so on. */
  add(name: string, asked: Partial<Turn> = {}, count = 1): Promise<void> {
    return this.#add(name, asked, async (slot) => {
      for (let number = 1; number <= count; number++)
        await slot.run(this.#piece(`${name} ${number}`));
    });
  }

  /** A run that compiles and has one input: `name compiles`, `name 1`. */
  addCompiled(name: string): Promise<void> {
    return this.#add(name, { owner: name }, async (slot) => {
      await slot.prepare(this.#piece(`${name} compiles`));
      await slot.run(this.#piece(`${name} 1`));
    });
  }

  #add(name: string, asked: Partial<Turn>, work: (slot: Slot) => Promise<void>): Promise<void> {
    const { signal } = new AbortController();
    const onLong = () => void this.long.add(name);
    return this.#queue.run(work, { signal, onPlace: () => {}, onLong, ...asked });
  }

  #piece(name: string): Piece<void> {
    return async (signal) => {
      this.running.push(name);
      this.begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#ends.set(name, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
      await promise;
      this.running.splice(this.running.indexOf(name), 1);
    };
  }

  end(name: string): void {
    this.#ends.get(name)?.();
  }

  get runningNow(): string[] {
    return this.running.toSorted();
  }

  get longNow(): string[] {
    return [...this.long].toSorted();
  }
}

test('a person who has a slot gets no second one while another person waits', async () => {
  const queue = new RunQueue(2, 10, NEVER);
  const pieces = new Pieces(queue);
  const runs = [
    pieces.add('greedy', { owner: 'a' }),
    pieces.add('other', { owner: 'b' }),
    pieces.add('second of greedy', { owner: 'a' }),
    pieces.add('classmate', { owner: 'c' }),
  ];
  await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual(['greedy 1', 'other 1'].toSorted());
  pieces.end('other 1');
  await expect
    .poll(() => pieces.runningNow, PATIENTLY)
    .toEqual(['greedy 1', 'classmate 1'].toSorted());
  pieces.end('classmate 1');
  // Nobody else waits now.
  await expect
    .poll(() => pieces.runningNow, PATIENTLY)
    .toEqual(['greedy 1', 'second of greedy 1'].toSorted());
  pieces.end('greedy 1');
  pieces.end('second of greedy 1');
  await Promise.all(runs);
});

test('a long run gives its slot to another long run between its inputs, and goes on later', async () => {
  const queue = new RunQueue(1, 10, AT_ONCE);
  const pieces = new Pieces(queue);
  const greedy = pieces.add('greedy', { owner: 'a' }, 2);
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual(['greedy'].toSorted());
  const other = pieces.add('other', { owner: 'b' }, 2);
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual(['greedy', 'other'].toSorted());
  await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual(['greedy 1', 'other 1'].toSorted());
  // The classmate takes the slot of short runs, so the other run is put off.
  const classmate = pieces.add('classmate', { owner: 'c' });
  await expect
    .poll(() => pieces.runningNow, PATIENTLY)
    .toEqual(['greedy 1', 'classmate 1'].toSorted());
  pieces.end('classmate 1');
  await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual(['greedy 1'].toSorted());
  for (const [ends, begins] of [
    ['greedy 1', 'other 1'],
    ['other 1', 'greedy 2'],
    ['greedy 2', 'other 2'],
  ] as const) {
    pieces.end(ends);
    await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual([begins].toSorted());
  }
  pieces.end('other 2');
  await Promise.all([greedy, other, classmate]);
});

test('a program that has compiled for long runs before another compiles', async () => {
  const queue = new RunQueue(1, 10, AT_ONCE);
  const pieces = new Pieces(queue);
  const runs = ['a', 'b', 'c'].map((name) => pieces.addCompiled(name));
  // The first has the slot of long runs, and the second was put off for the third.
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual(['a', 'b', 'c']);
  expect(pieces.runningNow).toEqual(['a compiles', 'c compiles']);
  for (const [ends, begins] of [
    ['a compiles', 'a 1'],
    ['a 1', 'b compiles'],
    ['b compiles', 'b 1'],
  ] as const) {
    pieces.end(ends);
    await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual([begins, 'c compiles']);
  }
  pieces.end('c compiles');
  await expect.poll(() => pieces.runningNow, PATIENTLY).toEqual(['b 1', 'c 1']);
  pieces.end('b 1');
  pieces.end('c 1');
  await Promise.all(runs);
});

test('a new run begins although ten people have long runs, each of which is run to its end', async () => {
  const queue = new RunQueue(2, 100, AT_ONCE);
  const pieces = new Pieces(queue);
  const names = Array.from({ length: 10 }, (_, index) => `greedy ${index}`);
  const runs = names.map((name) => pieces.add(name, { owner: name }));
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual([...names].toSorted());
  const classmates = ['print', 'another print'].map((name) => pieces.add(name, { owner: name }));
  await expect.poll(() => pieces.running, PATIENTLY).toContain('print 1');
  await expect.poll(() => pieces.running, PATIENTLY).toContain('another print 1');
  pieces.end('print 1');
  pieces.end('another print 1');
  const ended = Promise.all([...runs, ...classmates]).then(() => true);
  const endAll = () => {
    for (const name of pieces.runningNow) pieces.end(name);
    return queue.running + queue.waiting;
  };
  await expect.poll(endAll, PATIENTLY).toBe(0);
  expect(await ended).toBe(true);
  expect(new Set(pieces.begun).size).toBe(12);
});

test('long runs never have more slots than there are, and as many more are for short ones', async () => {
  const queue = new RunQueue(2, 100, AT_ONCE);
  const pieces = new Pieces(queue);
  const names = Array.from({ length: 6 }, (_, index) => `greedy ${index}`);
  const runs = names.map((name) => pieces.add(name, { owner: name }));
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual([...names].toSorted());
  expect(queue.running).toBe(4);
  const endAll = () => {
    expect(queue.running).toBeLessThanOrEqual(4);
    for (const name of pieces.runningNow) pieces.end(name);
    return queue.running + queue.waiting;
  };
  await expect.poll(endAll, PATIENTLY).toBe(0);
  await Promise.all(runs);
});

test('a slot is kept for Checks of running tests', async () => {
  const queue = new RunQueue(1, 10, NEVER);
  const pieces = new Pieces(queue);
  const runs = [
    pieces.add('practice', { owner: 'a' }),
    pieces.add('more practice', { owner: 'b' }),
    pieces.add('Check', { owner: 'c', isCheck: true }),
    pieces.add('another Check', { owner: 'd', isCheck: true }),
  ];
  await expect
    .poll(() => pieces.runningNow, PATIENTLY)
    .toEqual(['practice 1', 'Check 1'].toSorted());
  for (const name of ['practice', 'more practice', 'Check', 'another Check']) {
    await expect.poll(() => pieces.running, PATIENTLY).toContain(`${name} 1`);
    pieces.end(`${name} 1`);
  }
  await Promise.all(runs);
});

test('a run that is stopped while it waits for its slot again does not go on', async () => {
  const queue = new RunQueue(1, 10, AT_ONCE);
  const pieces = new Pieces(queue);
  const stop = new AbortController();
  const greedy = pieces.add('greedy', { owner: 'a' });
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual(['greedy'].toSorted());
  const stopped = pieces.add('stopped', { owner: 'b', signal: stop.signal });
  await expect.poll(() => pieces.longNow, PATIENTLY).toEqual(['greedy', 'stopped'].toSorted());
  const classmate = pieces.add('classmate', { owner: 'c' });
  await expect
    .poll(() => pieces.runningNow, PATIENTLY)
    .toEqual(['greedy 1', 'classmate 1'].toSorted());
  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  pieces.end('classmate 1');
  pieces.end('greedy 1');
  await Promise.all([greedy, classmate]);
  expect(queue.running + queue.waiting).toBe(0);
});
