import { expect, test } from 'vitest';
import { splitList } from './fields.ts';

test('a list ends with its last item, however many commas follow', () => {
  expect(splitList(' a,,b,, ')).toEqual(['a', '', 'b']);
  expect(splitList(',,')).toEqual([]);
});

test('a million commas are split in time that grows with them', () => {
  expect(splitList(`${','.repeat(1_000_000)}x`)).toHaveLength(1_000_001);
});
