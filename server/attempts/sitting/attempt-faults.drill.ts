import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KilledSitting } from '../../testing/killed-sitting.ts';

/** From the moment an answer is sent until well after its acknowledgement. */
const KILL_AFTER_MS = [0, 1, 2, 4, 8, 30];

const server = new KilledSitting();
let sequence = 0;
beforeAll(() => server.begin());
afterAll(() => server.close());

test('kill -9 between answer and acknowledgement loses nothing that was acknowledged, and what was not is taken when it comes again', async () => {
  for (const killAfterMs of KILL_AFTER_MS) {
    sequence += 1;
    const answers = { 1: String((sequence % 4) + 1), 2: '2' };
    const before = await server.held();
    const sent = server.save(sequence, answers).catch(() => null);
    await pause(killAfterMs);
    await server.end('SIGKILL');
    const reply = await sent;
    await server.start();
    const after = await server.held();
    // A save is stored completely or not at all, and completely if it was acknowledged.
    const isThere = after.sequence === sequence;
    expect(after.savedAnswers).toEqual(isThere ? answers : before.savedAnswers);
    expect(isThere || reply?.status !== 200).toBe(true);
    expect((await server.save(sequence, answers)).status).toBe(200);
    expect(await server.held()).toMatchObject({ sequence, savedAnswers: answers });
  }
});
