import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { setUpMail } from '../../mail/mail.setup.ts';
import { makeStudent } from '../../testing/acts/make.ts';

const { mails, server } = setUpMail({ environment: { VLABS_MAIL_PER_MINUTE: '10000' } });

const ask = (person: string) =>
  server.app.inject({ method: 'POST', url: '/api/v1/auth/reset-links', payload: { person } });

test('asked for 1,000 times at once, for one person and for many, few mails are sent and sign-in goes on', async () => {
  const { id, password } = await makeStudent(server.pool);
  const asked = Array.from({ length: 1000 }, (_, number) =>
    ask(number % 2 === 0 ? id : `nobody-${number}`),
  );
  const payload = { id, password };
  const signIn = await server.app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  expect(signIn.statusCode).toBe(200);
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  await vi.waitFor(async () => {
    const jobs = `select from graphile_worker.jobs where key like 'reset %' or key like 'mail %'`;
    expect((await server.pool.query(jobs)).rowCount).toBe(0);
  }, PATIENTLY);
  expect(mails.received.length).toBeGreaterThan(0);
  expect(mails.received.length).toBeLessThanOrEqual(3);
});
