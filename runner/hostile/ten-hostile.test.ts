import { afterAll, describe, expect, test } from 'vitest';
import { explainSkip, startRunner } from '../testing/start-runner.ts';
import { hostilePrograms } from './hostile-programs.ts';
import { runHostile, wantedOf } from './run-hostile.ts';

/** One of each kind of attack; the drill in this folder runs the whole table. */
const CHOSEN = [
  'kill-everyone.c',
  'thread-bomb.c',
  'busy-loop.c',
  'closed-streams.c',
  'list-bomb.py',
  'endless-output.c',
  'read-secrets.py',
  'system-calls.c',
  'walk-out.py',
  'include-secret.c',
];

const runner = await startRunner({ VLABS_RUNNER_SLOTS: '2' });
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const programs = hostilePrograms.filter(({ file }) => CHOSEN.includes(file));

test('ten hostile programs are selected', () => {
  expect(programs).toHaveLength(10);
});

describe.skipIf(cannotConfine)('one of each kind', () => {
  test.for(programs)('$file gets its verdict, and the next run is normal', async (program) => {
    expect(await runHostile(runner, program)).toMatchObject(wantedOf(program));
  });
});
