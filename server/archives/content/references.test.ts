import { expect, test } from 'vitest';
import { References } from './references.ts';

test('people keep their reference, and new ones get the next by roll number', () => {
  const references = new References([
    { personId: 'S2', reference: '0001' },
    { personId: 'T1', reference: 'person-1' },
  ]);
  references.add(['S3', 'S2', 'S1'], ['T2', 'T1', 'S1']);
  expect(references.list()).toEqual([
    { personId: 'S2', reference: '0001' },
    { personId: 'S1', reference: '0002' },
    { personId: 'S3', reference: '0003' },
    { personId: 'T1', reference: 'person-1' },
    { personId: 'T2', reference: 'person-2' },
  ]);
  expect(references.added.map(({ personId }) => personId)).toEqual(['S1', 'S3', 'T2']);
  expect(references.of('S3')).toBe('0003');
  expect(references.of('S4')).toBe(null);
});
