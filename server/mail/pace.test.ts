import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../runner/testing/patience.ts';
import { inTransaction } from '../platform/postgres/database.ts';
import { makeStudent } from '../testing/acts/make.ts';
import { setUpMail } from './mail.setup.ts';
import { findPaceSecondsLeft } from './mail.queries.ts';

const { mails, server } = setUpMail({ environment: { VLABS_MAIL_PER_MINUTE: '3' } });

test('no more mails than the setting says are handed over in a minute', async () => {
  const { id: personId, email: address } = await makeStudent(server.pool);
  await inTransaction(server.pool, async (db) => {
    for (const subject of ['one', 'two', 'three', 'four', 'five']) {
      await server.mail.send(db, { personId, address, kind: 'notice', subject, text: 'A text' });
    }
  });
  await vi.waitFor(() => expect(mails.received).toHaveLength(3), PATIENTLY);
  expect(await findPaceSecondsLeft(server.pool, 3)).toBeGreaterThan(0);
  const waiting = `select count(*)::int as waiting from mails where state = 'waiting' and attempts = 0`;
  expect((await server.pool.query(waiting)).rows).toEqual([{ waiting: 2 }]);
});
