import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedSend } from './paced-send.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const makeSend = (lock?: string) => {
  const sent: number[] = [];
  const paced = new PacedSend({
    pauseMs: 100,
    longestDelayMs: 250,
    send: async () => void sent.push(Date.now()),
    ...(lock !== undefined && { lock }),
  });
  return { paced, sent };
};

test('changes are sent after a pause in typing', async () => {
  const { paced, sent } = makeSend();
  paced.later();
  await vi.advanceTimersByTimeAsync(60);
  paced.later();
  await vi.advanceTimersByTimeAsync(60);
  expect(sent).toEqual([]);
  expect(paced.isWaiting).toBe(true);
  await vi.advanceTimersByTimeAsync(60);
  expect(sent).toHaveLength(1);
  expect(paced.isWaiting).toBe(false);
});

test('typing without a pause does not delay a send for longer than the limit', async () => {
  const { paced, sent } = makeSend();
  for (let key = 0; key < 20; key += 1) {
    paced.later();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(sent.length).toBeGreaterThan(2);
});

test('sends with the same lock follow each other', async () => {
  const order: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const pace = { pauseMs: 1, longestDelayMs: 1, lock: 'draft 1' };
  const slow = new PacedSend({
    ...pace,
    send: async () => {
      await end;
      order.push('slow');
    },
  });
  const quick = new PacedSend({ ...pace, send: async () => void order.push('quick') });
  const sent = [slow.now(), quick.now()];
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual([]);
  resolve();
  await Promise.all(sent);
  expect(order).toEqual(['slow', 'quick']);
});

test('a send that fails does not block the next one', async () => {
  let sends = 0;
  const send = async () => {
    sends += 1;
    if (sends === 1) throw new Error('on purpose');
  };
  for (const lock of [{}, { lock: 'draft 2' }]) {
    sends = 0;
    const paced = new PacedSend({ pauseMs: 1, longestDelayMs: 1, send, ...lock });
    await expect(paced.now()).rejects.toThrow('on purpose');
    await paced.now();
    expect(sends).toBe(2);
  }
});
