import { afterAll, describe, expect, test, vi } from 'vitest';
import { countLeftovers } from './testing/count-leftovers.ts';
import { runMixed } from './testing/mixed-runs.ts';
import { explainSkip, startRunner } from './testing/start-runner.ts';
import { HANG_MS } from './testing/patience.ts';

const WARM_UP_RUNS = 26;
const RUNS = 150;
const TIMEOUT = { timeout: HANG_MS, interval: 100 };

const runner = await startRunner();
const cannotConfine = explainSkip(runner);
afterAll(() => runner.stop());

const isIdle = () =>
  vi.waitFor(
    async () => expect(await runner.status()).toMatchObject({ running: 0, waiting: 0 }),
    TIMEOUT,
  );

/** Boxes are closed and prepared in the background, so only what remains afterwards counts. */
async function countAtRest() {
  let last: ReturnType<typeof countLeftovers> | null = null;
  await vi.waitFor(
    () => {
      const before = last;
      last = countLeftovers(runner);
      expect(last).toEqual(before);
    },
    // Longer than a warm compiler needs to start.
    { timeout: HANG_MS, interval: 4000 },
  );
  return last;
}

describe.skipIf(cannotConfine)('a runner in long use', () => {
  test(`has no more processes, folders and descriptors after ${RUNS} runs of every kind`, async () => {
    await runMixed(runner, WARM_UP_RUNS, 4);
    await isIdle();
    const before = await countAtRest();
    await runMixed(runner, RUNS, 4);
    await isIdle();
    await vi.waitFor(() => expect(countLeftovers(runner)).toEqual(before), TIMEOUT);
  });
});
