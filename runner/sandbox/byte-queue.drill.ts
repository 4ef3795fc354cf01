import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteQueue } from './byte-queue.ts';
import { ProgramInput } from './program-input.ts';

test('bytes come out in their order, in any pieces', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 5 }),
    fc.constant(new Uint8Array(5000).fill(7)),
  );
  const step = fc.record({ piece, max: fc.nat({ max: 6000 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const queue = new ByteQueue();
      const given: Buffer[] = [];
      const taken: Buffer[] = [];
      for (const { piece: bytes, max } of steps) {
        given.push(Buffer.from(bytes));
        queue.push(Buffer.from(bytes));
        const part = queue.take(max);
        if (part !== null) taken.push(part);
        expect(part === null || (part.length > 0 && part.length <= max)).toBe(true);
      }
      expect(Buffer.concat([...taken, queue.join()])).toEqual(Buffer.concat(given));
      expect(queue.length).toBe(queue.join().length);
    }),
  );
});

test('three million keys for a program that does not read are queued in linear time', () => {
  const input = new ProgramInput();
  const key = Buffer.from('x');
  let miscounted = 0;
  for (let typed = 0; typed < 3_000_000; typed += 1) {
    if (input.waitingBytes !== typed) miscounted += 1;
    input.write(key);
  }
  expect(miscounted).toBe(0);
  let read = 0;
  for (let part = input.take(1); part !== null; part = input.take(1)) read += part.length;
  expect(read).toBe(3_000_000);
});
