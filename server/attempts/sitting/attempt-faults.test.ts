import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { KilledSitting } from '../../testing/killed-sitting.ts';

const server = new KilledSitting();
let sequence = 0;
beforeAll(() => server.begin());
afterAll(() => server.close());

test('an acknowledged answer outlives kill -9 of the server at once after it', async () => {
  sequence += 1;
  expect((await server.save(sequence, { 1: '3' })).status).toBe(200);
  await server.end('SIGKILL');
  await server.start();
  expect(await server.held()).toMatchObject({ sequence, savedAnswers: { 1: '3' } });
});

test('kill -9 of PostgreSQL: nothing is acknowledged without it, and the acknowledged is there after it', async () => {
  sequence += 1;
  expect((await server.save(sequence, { 1: '1', 2: '4' })).status).toBe(200);
  await server.killPostgres();
  sequence += 1;
  const answers = { 1: '2', 2: '4' };
  // The save is refused, or stored once the database is back. The reply must match what happened.
  const reply = await server.save(sequence, answers).catch(() => null);
  await vi.waitFor(async () => {
    const { status, body } = await server.open();
    expect(status).toBe(200);
    const isThere = body.data.sequence === sequence;
    expect(isThere || reply?.status !== 200).toBe(true);
    expect(body.data.savedAnswers).toEqual(isThere ? answers : { 1: '1', 2: '4' });
  }, PATIENTLY);
  expect((await server.save(sequence, answers)).status).toBe(200);
  expect(await server.held()).toMatchObject({ sequence, savedAnswers: answers });
});
