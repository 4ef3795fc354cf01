import { REPEAT_PHASE_MS, type RunEvent } from '@vlabs/contract/runs/runner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatPhase } from './app.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the latest phase is repeated until the run has finished', () => {
  const written: RunEvent[] = [];
  const { say } = repeatPhase((event) => written.push(event));
  vi.advanceTimersByTime(REPEAT_PHASE_MS);
  expect(written).toEqual([]);

  say({ event: 'queued', place: 2 });
  say({ event: 'compiling' });
  vi.advanceTimersByTime(2 * REPEAT_PHASE_MS);
  const outcome = { compileOutputBase64: '', compileFailure: null, executions: [] };
  say({ event: 'finished', outcome });
  vi.advanceTimersByTime(10 * REPEAT_PHASE_MS);
  expect(written).toEqual([
    { event: 'queued', place: 2 },
    { event: 'compiling' },
    { event: 'compiling', again: true },
    { event: 'compiling', again: true },
    { event: 'finished', outcome },
  ]);
});

test('a cancelled run repeats nothing', () => {
  const written: RunEvent[] = [];
  const { say, end } = repeatPhase((event) => written.push(event));
  say({ event: 'running' });
  end();
  vi.advanceTimersByTime(10 * REPEAT_PHASE_MS);
  expect(written).toEqual([{ event: 'running' }]);
});
