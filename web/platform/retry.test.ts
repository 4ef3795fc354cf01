import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withRetries, pause, Retry } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Away extends Error {}

const away = new Away();
const isWorthIt = (error: unknown) => error instanceof Away;

test('a server that is away is asked again after each pause, and then answers', async () => {
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

test('who is away for longer than the pauses has failed', async () => {
  const answered = withRetries(() => Promise.reject(away), { pausesMs: [10, 10], isWorthIt });
  await Promise.all([expect(answered).rejects.toBe(away), vi.advanceTimersByTimeAsync(20)]);
});

test('a refusal is told at once', async () => {
  const refused = new Error('No.');
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(refused);
  await expect(withRetries(ask, { pausesMs: [1000], isWorthIt })).rejects.toBe(refused);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('who no longer wants an answer waits no longer', async () => {
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

test('what failed is done again later and later, until it succeeds', async () => {
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

test('one thing is planned at a time, and what is cancelled is not done', async () => {
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
