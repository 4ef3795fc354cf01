import { Readable } from 'node:stream';

/** The stored object is not the one that was stored. */
export class WrongSize extends Error {
  override name = 'WrongSize';
}

/** Minimum throughput of a store. */
const MIN_BYTES_PER_MS = 100;

interface Expected {
  sizeBytes: number;
  /** Additional time before the store must send anything. */
  timeoutMs: number;
}

/**
 * Yields a store's bytes: exactly as many as expected, or an error. Only the time spent waiting for
 * the store counts, not that of a slow reader.
 */
export function timedBytes(source: Readable, expected: Expected): Readable {
  const bytes = Readable.from(passOn(source, expected), { objectMode: false });
  bytes.once('close', () => source.destroy());
  return bytes;
}

async function* passOn(source: Readable, { sizeBytes, timeoutMs }: Expected) {
  const chunks: AsyncIterator<unknown> = source[Symbol.asyncIterator]();
  let received = 0;
  let remainingMs = timeoutMs;
  for (;;) {
    const askedAtMs = performance.now();
    const { done, value } = await within(remainingMs, chunks.next());
    remainingMs -= performance.now() - askedAtMs;
    if (done === true) break;
    if (!(value instanceof Uint8Array)) throw new Error('The store sent no bytes.');
    received += value.length;
    remainingMs = Math.min(timeoutMs, remainingMs + value.length / MIN_BYTES_PER_MS);
    if (received > sizeBytes) throw new WrongSize('The store sent more bytes than were stored.');
    yield value;
  }
  if (received < sizeBytes) throw new WrongSize('The store sent fewer bytes than were stored.');
}

async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('The store sends too slowly.')),
    Math.max(timeoutMs, 0),
  );
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    // Abandoned work may still fail later.
    work.catch(() => undefined);
  }
}

/** Yields at most this many bytes; more are an error. */
export function boundedBytes(source: Readable, maxBytes: number): Readable {
  const bytes = Readable.from(passOnBounded(source, maxBytes), { objectMode: false });
  bytes.once('close', () => source.destroy());
  return bytes;
}

async function* passOnBounded(source: Readable, maxBytes: number) {
  let received = 0;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new Error('The store sent no bytes.');
    received += chunk.length;
    if (received > maxBytes) throw new Error('The store’s reply is too long.');
    yield chunk;
  }
}
