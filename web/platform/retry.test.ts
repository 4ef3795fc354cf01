import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetries, pause, Retry } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Away extends Error {}

const away = new Away();
const isWorthIt = (error: unknown) => error instanceof Away;

test('an unavailable server is retried after each delay, and then answers', async () => {
  const ask = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(away)
    .mockRejectedValueOnce(away);
  ask.mockResolvedValueOnce('here');
  const onFailure = vi.fn<() => void>();
  const answered = withRetries(ask, { pausesMs: [100, 1000], isWorthIt, onFailure });
  await vi.advanceTimersByTimeAsync(1099);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answered).toBe('here');
  expect(onFailure).toHaveBeenCalledTimes(2);
});

test('a server unavailable for longer than all delays has failed', async () => {
  const answered = withRetries(() => Promise.reject(away), { pausesMs: [10, 10], isWorthIt });
  await Promise.all([expect(answered).rejects.toBe(away), vi.advanceTimersByTimeAsync(20)]);
});

test('a refusal is not retried', async () => {
  const refused = new Error('No.');
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(refused);
  await expect(withRetries(ask, { pausesMs: [1000], isWorthIt })).rejects.toBe(refused);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('an aborted call stops waiting', async () => {
  const end = new AbortController();
  const answered = withRetries(() => Promise.reject(away), {
    pausesMs: [60_000, 60_000, 60_000],
    isWorthIt,
    signal: end.signal,
  });
  const leave = async () => {
    await vi.advanceTimersByTimeAsync(1);
    end.abort();
  };
  await Promise.all([expect(answered).rejects.toBe(away), leave()]);
  await pause(60_000, end.signal);
  expect(vi.getTimerCount()).toBe(0);
});

test('a failed action is repeated with growing delays until it succeeds', async () => {
  const retry = new Retry(1000, 3000);
  const work = vi.fn<() => void>();
  for (const pauseMs of [1000, 2000, 3000, 3000]) {
    work.mockClear();
    retry.plan(work);
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(work).not.toHaveBeenCalled();
    expect(retry.isPlanned).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledOnce();
    expect(retry.isPlanned).toBe(false);
  }
  retry.reset();
  retry.plan(work);
  await vi.advanceTimersByTimeAsync(1000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('one action is planned at a time, and a cancelled one does not run', async () => {
  const retry = new Retry(1000, 3000);
  const [early, late] = [vi.fn<() => void>(), vi.fn<() => void>()];
  retry.plan(early);
  retry.plan(late);
  await vi.advanceTimersByTimeAsync(5000);
  expect(early).not.toHaveBeenCalled();
  expect(late).toHaveBeenCalledOnce();
  retry.plan(late);
  retry.cancel();
  expect(retry.isPlanned).toBe(false);
  await vi.advanceTimersByTimeAsync(5000);
  expect(late).toHaveBeenCalledOnce();
});
