import { expect, test } from 'vitest';
import { inTransaction } from '../platform/postgres/database.ts';
import { lockHandIns } from '../testing/database/blocked.queries.ts';
import { another, largest, program, renamed, setUpSimilarity } from './similarity.setup.ts';

const { server, admin, call, assign, handIn, look, compare } = setUpSimilarity();

test('what was found stays when somebody hands in again, and says that it is older', async () => {
  const id = await assign();
  await handIn(0, id, program(largest));
  await handIn(1, id, program(renamed));
  await compare(id);
  await handIn(1, id, program(another));
  const older = await look(id);
  expect(older.pairs).toHaveLength(1);
  expect(older.comparison).toMatchObject({ state: 'done', newer: 1 });
  const again = await compare(id);
  expect(again.pairs).toEqual([]);
  expect(again.comparison).toMatchObject({ newer: 0 });
});

test('a comparison that is stopped keeps what was found before', async () => {
  const id = await assign();
  const url = `/api/v1/assignments/${id}/similarity`;
  expect((await call(admin, 'DELETE', { url })).body).toMatchObject({
    message: 'No comparison is in progress. It may have finished; reload the page.',
  });
  await handIn(0, id, program(largest));
  await handIn(1, id, program(renamed));
  const { pairs } = await compare(id);
  expect(pairs).toHaveLength(1);
  // The job cannot read the hand-ins, so it is still running when it is stopped.
  await inTransaction(server.pool, async (db) => {
    await lockHandIns(db);
    await call(admin, 'POST', { url });
    const again = await call(admin, 'POST', { url });
    expect(again.body.message).toBe('A comparison is already in progress.');
    expect((await call(admin, 'DELETE', { url })).status).toBe(200);
  });
  const stopped = await look(id);
  expect(stopped.comparison).toMatchObject({ state: 'stopped' });
  expect(stopped.pairs).toEqual(pairs);
  expect((await compare(id)).comparison).toMatchObject({ state: 'done' });
});
