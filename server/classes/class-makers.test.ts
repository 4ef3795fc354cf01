import { expect, test } from 'vitest';
import { makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { makeTestApp } from '../testing/test-app.ts';

test('if only campus admins create classes, staff are told to ask them', async () => {
  const server = await makeTestApp({ environment: { VLABS_CLASSES: 'campus' } });
  const { app, pool } = server;
  const [admin, staff] = [await makeAdmin(pool), await makeStaff(pool)];
  const call = async (as: MadePerson, path: string, payload?: object) => {
    const method = payload ? 'POST' : 'GET';
    const url = `/api/v1${path}`;
    const reply = await app.inject({
      method,
      url,
      headers: as.headers,
      ...(payload && { payload }),
    });
    return { status: reply.statusCode, body: reply.json() };
  };
  const days = { startsOn: '2026-07-01', endsOn: '2026-12-31' };
  const { body } = await call(admin, '/terms', { name: 'Odd 2026', ...days });
  const form = { name: 'CSE 1', subject: 'Algorithms', termId: body.data.termId };
  expect(await call(staff, '/classes', form)).toMatchObject({
    status: 403,
    body: { message: 'Only campus admins can create classes here. Ask one of them.' },
  });
  expect((await call(admin, '/classes', form)).status).toBe(201);
  const makes = async (as: MadePerson) => (await call(as, '/auth/account')).body.data.makesClasses;
  expect([await makes(staff), await makes(admin)]).toEqual([false, true]);
  await server.close();
});
