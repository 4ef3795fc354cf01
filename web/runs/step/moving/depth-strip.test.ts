import { expect, test } from 'vitest';
import { traceOf, twoCalls } from '../step.setup.ts';
import { drawStrip } from './depth-strip.ts';

test('the strip has the depth of calls, and marks what was printed and what failed', () => {
  const { snapshots } = traceOf([...twoCalls, { l: 6, e: 'exception', v: 'E' }]);
  expect(drawStrip(snapshots)).toEqual({
    depth: 'M0 100V50H2V0H8V50H11V100Z',
    printed: 'M9.5 100v-22',
    failures: 'M10.5 0V100',
  });
});

test('a trace without steps has an empty strip', () => {
  expect(drawStrip([])).toEqual({ depth: 'M0 100H0V100Z', printed: '', failures: '' });
});
