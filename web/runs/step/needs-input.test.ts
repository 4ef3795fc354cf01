import { expect, test } from 'vitest';
import { needsInput } from './needs-input.ts';
import { traceOf } from './step.setup.ts';

const steps = [{ l: 1 }, { l: 2, q: true as const }, { l: 3 }];
const stepsWithOffer = (trace: ReturnType<typeof traceOf>, input: string) =>
  trace.snapshots.flatMap((_, at) => (needsInput(trace, at, input) ? [at] : []));

test('a program that failed for want of input is offered a line where it asked and at its end', () => {
  const failed = traceOf(steps, { end: 'exception', text: 'EOFError' });
  expect(stepsWithOffer(failed, '1')).toEqual([1, 2]);
  expect(stepsWithOffer(traceOf(steps, { end: 'exit', code: 1 }), '1\n')).toEqual([1, 2]);
});

test('a program that went on without is offered a line only where it asked', () => {
  expect(stepsWithOffer(traceOf(steps), '1\n')).toEqual([1]);
  expect(stepsWithOffer(traceOf(steps), '')).toEqual([1]);
});

test('reading a last line without an end is no question for more', () => {
  expect(stepsWithOffer(traceOf(steps), '1')).toEqual([]);
  expect(stepsWithOffer(traceOf([{ l: 1 }, { l: 2 }]), '1\n')).toEqual([]);
});
