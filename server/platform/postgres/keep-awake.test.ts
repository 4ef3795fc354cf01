import { expect, test } from 'vitest';
import { setUpServer } from '../../testing/server.setup.ts';
import { keepAwake } from './keep-awake.ts';

const server = setUpServer();

test('a transaction that waits for a document is not ended for its silence', async () => {
  const client = await server.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local idle_in_transaction_session_timeout = '1s'`);
    await keepAwake(client, server.pool.query('select pg_sleep(3)'), 100);
    const { rows } = await client.query('select 42 as answer');
    expect(rows).toEqual([{ answer: 42 }]);
    await client.query('rollback');
  } finally {
    client.release();
  }
});

test('work that fails ends the wait with its error', async () => {
  const work = Promise.reject(new Error('no document'));
  await expect(keepAwake(server.pool, work, 100)).rejects.toThrow('no document');
});
