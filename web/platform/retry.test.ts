import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as fc from 'fast-check';
import { delayAfter, pause, Retry, retryAfterOf, spread, withRetries } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
  vi.spyOn(Math, 'random').mockReturnValue(1);
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
  vi.spyOn(Math, 'random').mockReturnValue(1);
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

const milliseconds = fc.integer({ min: 2, max: 600_000 });
/** As the browser draws it: at least 0, below 1. */
const drawn = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

class Refused extends Error {
  readonly retryAfterMs: number | null;

  constructor(retryAfterMs: number | null) {
    super('Try again.');
    this.retryAfterMs = retryAfterMs;
  }
}

test('a backoff is a random part of its delay, and never less than half', () => {
  fc.assert(
    fc.property(milliseconds, drawn, (backoffMs, random) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      for (const error of [null, new Error('No answer.'), new Refused(null)]) {
        const delayMs = delayAfter(error, backoffMs);
        expect(delayMs).toBeGreaterThanOrEqual(backoffMs / 2);
        expect(delayMs).toBeLessThanOrEqual(backoffMs);
      }
    }),
  );
});

test('a server that says when to try again is not asked earlier, and not by everybody at once', () => {
  fc.assert(
    fc.property(milliseconds, milliseconds, drawn, (askedMs, backoffMs, random) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      const delayMs = delayAfter(new Refused(askedMs), backoffMs);
      expect(delayMs).toBeGreaterThanOrEqual(askedMs);
      expect(delayMs).toBeLessThanOrEqual(1.5 * askedMs);
    }),
  );
});

test('a thousand pages that fail together are spread over half of the delay', () => {
  const slots = new Set<number>();
  for (let page = 0; page < 1000; page += 1) slots.add(Math.floor(spread(1000) / 50));
  expect(slots.size).toBeGreaterThanOrEqual(10);
});

test('the time to try again is read from a reply, if it has one', () => {
  expect(retryAfterOf(new Response(null, { headers: { 'retry-after': '15' } }))).toBe(15_000);
  expect(retryAfterOf(new Response(null))).toBeNull();
});

test('retries wait as long as the refusal asks for', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Refused(3000));
  ask.mockResolvedValueOnce('here');
  const answered = withRetries(ask, { pausesMs: [100], isWorthIt: () => true });
  await vi.advanceTimersByTimeAsync(2999);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1502);
  expect(await answered).toBe('here');
  const retry = new Retry(100, 1000);
  const work = vi.fn<() => void>();
  retry.plan(work, new Refused(3000));
  await vi.advanceTimersByTimeAsync(2999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1502);
  expect(work).toHaveBeenCalledOnce();
});
