import { expect, test } from 'vitest';
import { findCause, type StopReason } from './stop-reason.ts';

test.for([
  ['wall_time', true, 'memory'],
  ['cpu_time', true, 'memory'],
  ['starved', true, 'memory'],
  ['wall_time', false, 'wall_time'],
  ['cpu_time', false, 'cpu_time'],
  ['output', true, 'output'],
  ['aborted', true, 'aborted'],
  ['memory', false, 'memory'],
] satisfies [StopReason, boolean, StopReason][])(
  'what is ended for %s, the kernel having killed for memory: %s, was ended for %s',
  ([reason, outOfMemory, cause]) => {
    expect(findCause(reason, outOfMemory)).toBe(cause);
  },
);
