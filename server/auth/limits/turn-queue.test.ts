import { expect, test } from 'vitest';
import { TurnQueue, type Turn } from './turn-queue.ts';

/** A queue whose work ends on request, and the order in which work started. */
function makeQueue(places: number, max = 100) {
  const queue = new TurnQueue({ places, maxWaiting: { 'sign-in': max, registration: max } });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (lane: Turn['lane'], network: string) => {
    const asked = queue.run({ lane, network }, () => {
      begun.push(`${lane} ${network}`);
      return new Promise<string>((resolve) => ends.push(() => resolve('done')));
    });
    return asked.catch((error: unknown) => (error instanceof Error ? error.message : 'refused'));
  };
  const endOne = async () => {
    // Everything that may start has started by then.
    await new Promise((resolve) => setImmediate(resolve));
    ends.shift()?.();
  };
  const endAll = async (count: number) => {
    for (let ended = 0; ended < count; ended += 1) await endOne();
  };
  return { ask, begun, endAll };
}

const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make);

test('sign-ins come before all registrations', async () => {
  const { ask, begun, endAll } = makeQueue(1);
  const asked = [
    ...times(3, () => ask('registration', 'a')),
    ...times(2, () => ask('sign-in', 'a')),
  ];
  await endAll(5);
  await Promise.all(asked);
  expect(begun.map((turn) => turn.split(' ')[0])).toEqual([
    'registration',
    'sign-in',
    'sign-in',
    'registration',
    'registration',
  ]);
});

test('registrations never hold every place', async () => {
  const { ask, begun, endAll } = makeQueue(2);
  const asked = [...times(3, () => ask('registration', 'a')), ask('sign-in', 'b')];
  await Promise.resolve();
  expect(begun).toEqual(['registration a', 'sign-in b']);
  await endAll(4);
  await Promise.all(asked);
});

test('an endless flood of sign-ins does not keep everybody from registering', async () => {
  const { ask, begun, endAll } = makeQueue(1);
  const asked = [...times(30, () => ask('sign-in', 'a')), ask('registration', 'b')];
  await endAll(31);
  await Promise.all(asked);
  expect(begun.indexOf('registration b')).toBeLessThan(10);
});

test('a quiet network does not wait behind the flood of another', async () => {
  const { ask, begun, endAll } = makeQueue(1);
  const asked = [...times(50, () => ask('sign-in', 'flood')), ask('sign-in', 'home')];
  await endAll(51);
  await Promise.all(asked);
  expect(begun.indexOf('sign-in home')).toBeLessThan(4);
});

test('when too many wait, only the flood is refused', async () => {
  const { ask, endAll } = makeQueue(1, 10);
  const flood = times(15, () => ask('sign-in', 'flood'));
  const others = ['b', 'c', 'd'].map((network) => ask('sign-in', network));
  await endAll(11);
  expect(await Promise.all(others)).toEqual(['done', 'done', 'done']);
  const refused = (await Promise.all(flood)).filter((result) => result !== 'done');
  expect(refused).toEqual(times(7, () => 'The server is very busy. Try again in a few seconds.'));
});

test('work that fails gives its place back', async () => {
  const queue = new TurnQueue({
    places: 1,
    maxWaiting: { 'sign-in': 5, registration: 5 },
  });
  const turn = { lane: 'sign-in', network: 'a' } as const;
  await expect(queue.run(turn, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run(turn, async () => 'next')).toBe('next');
});
