import { expect, test } from 'vitest';
import { StarvedTime } from './starved-time.ts';

/** Processor and waiting time of each task, in milliseconds. */
type Tasks = Record<string, [cpuMs: number, readyMs: number]>;

/** The starved time after each of these states of a program's tasks, one second apart. */
function countAll(...states: Tasks[]): number[] {
  let now: Tasks = {};
  const starved = new StarvedTime(() => Object.keys(now), {
    use: (task) => {
      const [cpuMs = 0, readyMs = 0] = now[task] ?? [];
      return { cpuMs, readyMs };
    },
    isReady: () => true,
  });
  starved.begin();
  return states.map((state, index) => {
    now = state;
    const cpuMs = Object.values(state).reduce((sum, [one]) => sum + one, 0);
    return starved.count((index + 1) * 1000, cpuMs);
  });
}

test('time in which a task was ready and had no processor is starved time', () => {
  expect(countAll({ a: [200, 800] }, { a: [400, 1600] })).toEqual([800, 1600]);
});

test('a sleeping program is never starved', () => {
  expect(countAll({ a: [1, 0] }, { a: [2, 0] })).toEqual([0, 0]);
});

test('the waits of tasks at the same time count once', () => {
  expect(countAll({ a: [100, 900], b: [0, 900] })).toEqual([900]);
});

test('tasks of a program that wait for each other are not starved', () => {
  const tasks = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [String(index), [100, 900] as [number, number]]),
  );
  expect(countAll(tasks)).toEqual([0]);
});

test('a wait that the kernel counts late is not longer than the time that has passed', () => {
  expect(countAll({ a: [0, 5000] })).toEqual([1000]);
});

test('tasks of the box that waited before the program started do not count', () => {
  const starved = new StarvedTime(() => ['init'], {
    use: () => ({ cpuMs: 10, readyMs: 700 }),
    isReady: () => false,
  });
  starved.noteBox();
  starved.begin();
  expect(starved.count(1000, 0)).toBe(0);
});

test.for([
  ['is ready and has not run since the last count', true, 10, true],
  ['is ready and has run', true, 11, false],
  ['sleeps', false, 10, false],
] as const)('a task that %s waits: %s', ([_name, isReady, cpuMs, isWaiting]) => {
  let use = { cpuMs: 10, readyMs: 0 };
  const starved = new StarvedTime(() => ['task'], { use: () => use, isReady: () => isReady });
  starved.begin();
  starved.count(1000, 10);
  use = { ...use, cpuMs };
  starved.count(2000, cpuMs);
  expect(starved.isWaiting).toBe(isWaiting);
});
