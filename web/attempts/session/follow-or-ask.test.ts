import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('window', { addEventListener: () => undefined });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refused = () => new Response('{}', { status: 503, headers: { 'retry-after': '15' } });

/** A stream that stays open until it is closed. */
function openStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  return { response: new Response(readable), close: () => void writable.close() };
}

async function follow(streams: readonly (() => Response)[]) {
  const { followOrAsk } = await import('./follow-or-ask.ts');
  const left = [...streams];
  const tried: number[] = [];
  vi.stubGlobal('fetch', async () => {
    tried.push(performance.now());
    return (left.shift() ?? refused)();
  });
  const end = new AbortController();
  const ask = vi.fn<() => Promise<void>>().mockResolvedValue();
  const lines: boolean[] = [];
  followOrAsk('/events', {
    onEvent: () => undefined,
    onLine: (isOpen) => lines.push(isOpen),
    ask,
    signal: end.signal,
  });
  return { ask, lines, tried, end: () => end.abort() };
}

test('a page whose stream is refused asks at a spread interval, and goes back to the stream when it can', async () => {
  const stream = openStream();
  const { ask, lines, tried, end } = await follow([refused, refused, () => stream.response]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(13_999);
  expect(tried).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_002);
  expect(tried).toHaveLength(3);
  const asked = ask.mock.calls.length;
  expect(asked).toBeGreaterThanOrEqual(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ask).toHaveBeenCalledTimes(asked);
  // The server answered all the time.
  expect(new Set(lines)).toEqual(new Set([true]));
  end();
});

test('a page whose stream is closed for lack of connections asks until there is one again', async () => {
  const stream = openStream();
  const { ask, end } = await follow([() => stream.response]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ask).not.toHaveBeenCalled();
  stream.close();
  await vi.advanceTimersByTimeAsync(1500);
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ask.mock.calls.length).toBeGreaterThanOrEqual(2);
  end();
});

test('a page whose stream is cut off by something else than a busy server asks within 5 seconds', async () => {
  const { ask, end } = await follow(
    Array.from({ length: 100 }, () => () => new Response('', { status: 502 })),
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(1);
  for (const count of [2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(5000);
    expect(ask.mock.calls.length).toBeGreaterThanOrEqual(count);
  }
  end();
});

test('only a question without an answer counts as a lost connection', async () => {
  const { ask, lines, end } = await follow([]);
  ask.mockReset().mockRejectedValueOnce(new TypeError('There is no network.')).mockResolvedValue();
  await vi.advanceTimersByTimeAsync(1000);
  expect(lines).toEqual([false]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(lines).toEqual([false, true]);
  end();
});
