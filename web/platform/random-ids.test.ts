import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeRandomHex, makeUuid } from './random-ids.ts';

test('an id is a UUID of version 4, and unique', () => {
  const ids = Array.from({ length: 500 }, makeUuid);
  for (const id of ids) expect(z.uuid({ version: 'v4' }).safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(500);
});

test('random bytes are hexadecimal, with two digits each', () => {
  expect(makeRandomHex(12)).toMatch(/^[0-9a-f]{24}$/);
  expect(makeRandomHex(12)).not.toBe(makeRandomHex(12));
});
