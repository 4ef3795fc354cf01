import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, frame, FrameReader, readDoneFrame, runFrame } from './box-protocol.ts';

test('frames are reassembled from any pieces', () => {
  const one = fc.record({
    type: fc.constantFrom('1', '2', 'd', 'f'),
    body: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  });
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 6 }),
      fc.array(fc.nat(300), { maxLength: 10 }),
      (sent, cuts) => {
        const bytes = Buffer.concat(sent.map(({ type, body }) => frame(type, body)));
        const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length];
        const sorted = places.toSorted((a, b) => a - b);
        const reader = new FrameReader();
        const received: Frame[] = [];
        for (const [index, end] of sorted.entries()) {
          const piece = bytes.subarray(sorted[index - 1] ?? 0, end);
          if (piece.length > 0) received.push(...reader.push(piece));
        }
        expect(received.map(({ type, body }) => ({ type, body: Buffer.from(body) }))).toEqual(sent);
      },
    ),
  );
});

test('a frame that is too large is refused before it is buffered', () => {
  const head = Buffer.from([0x31, 0xff, 0xff, 0xff, 0xff]);
  expect(() => new FrameReader().push(head)).toThrow('too large');
});

test('a word with NUL in it is refused, because it would become two', () => {
  const limits = {
    stdoutBytes: 1,
    stderrBytes: 1,
    fileBytes: 1,
    stackBytes: 1,
    openFiles: 1,
    cpuSeconds: 1,
  };
  const command = { words: ['/bin/true', 'a\0b'], environment: {}, mergeStderr: false, limits };
  expect(() => runFrame(command)).toThrow('NUL');
});

function done(status: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeInt32LE(status, 0);
  bytes.writeBigUInt64LE(1_500_000n, 4);
  return bytes;
}

test('an exit status and a signal are distinguished', () => {
  const rest = { wallTimeMs: 1.5, leftRunning: false };
  expect(readDoneFrame(done(3 << 8))).toEqual({ exitCode: 3, exitSignal: null, ...rest });
  expect(readDoneFrame(done(11))).toEqual({ exitCode: null, exitSignal: 11, ...rest });
});
