import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pace } from './pace.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const makePace = () => {
  const sent: number[] = [];
  const onDue = () => void sent.push(Date.now());
  return { pace: new Pace({ pauseMs: 100, longestDelayMs: 250, onDue }), sent };
};

test('changes are sent after a pause in typing', async () => {
  const { pace, sent } = makePace();
  pace.later();
  await vi.advanceTimersByTimeAsync(60);
  pace.later();
  await vi.advanceTimersByTimeAsync(60);
  expect(sent).toEqual([]);
  expect(pace.isWaiting).toBe(true);
  await vi.advanceTimersByTimeAsync(60);
  expect(sent).toHaveLength(1);
  expect(pace.isWaiting).toBe(false);
});

test('typing without a pause does not delay a send for longer than the limit', async () => {
  const { pace, sent } = makePace();
  for (let key = 0; key < 20; key += 1) {
    pace.later();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(sent.length).toBeGreaterThan(2);
});
