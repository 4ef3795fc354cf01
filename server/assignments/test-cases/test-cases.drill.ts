import { notify } from '../../platform/events/live-events.ts';
import { RUNS_CHANNEL } from '../../runs/store/run.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { SUM, hidden, plain, startTestingPrograms } from '../../testing/acts/testing-programs.ts';

const { server, refusal, admin, student, makeAssignment, handIn, reportWhenDone, close } =
  await startTestingPrograms();
afterAll(close);

describe.skipIf(refusal !== null)('a handed in program', () => {
  test('is run on all tests, with a result and points for each', async () => {
    const id = await makeAssignment([plain, { ...plain, points: 1, expectedOutput: '4' }, hidden]);
    const handInId = await handIn(id, SUM);
    expect(await reportWhenDone(admin, handInId)).toMatchObject({
      state: 'done',
      points: 5,
      maxPoints: 6,
      results: [
        { number: 1, outcome: 'passed', points: 2, output: '3\n' },
        { number: 2, outcome: 'wrong_output', points: 0, maxPoints: 1 },
        { number: 3, outcome: 'passed', points: 3, name: 'secret name', output: '42\n' },
      ],
    });
  });

  test('is run once, also where another server tells that its run has ended', async () => {
    const id = await makeAssignment([plain, hidden]);
    const source = `import time\ntime.sleep(1)\n${SUM}`;
    const handInId = await handIn(id, source);
    const listRuns = async () => {
      const found = await server.pool.query<{ token: string }>(
        'select token from runs where source_code = $1',
        [Buffer.from(source)],
      );
      return found.rows.map(({ token }) => token);
    };
    await expect.poll(listRuns).toHaveLength(1);
    const [token] = await listRuns();
    // Events from another server have no result, and may arrive early.
    notify(server.pool, RUNS_CHANNEL, { token, phase: 'finished' });
    expect(await reportWhenDone(student, handInId)).toMatchObject({ points: 5 });
    expect(await listRuns()).toEqual([token]);
  });
});
