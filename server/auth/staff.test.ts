import { expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeSession } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

async function call(
  as: { headers: Record<string, string> },
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
) {
  const reply = await server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: as.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const change = (as: MadePerson, person: MadePerson, isCampusAdmin: boolean, isDisabled = false) =>
  call(as, 'PUT', `/staff/${person.id}`, { isCampusAdmin, isDisabled });

test('a new member of staff signs in with the password that was told once, and is no campus admin', async () => {
  const form = { id: 'meera', name: 'Meera Rao', email: 'meera@example.edu' };
  const made = await call(admin, 'POST', '/staff', form);
  expect(made.status).toBe(201);
  const { password } = made.body.data;
  const login = await call({ headers: {} }, 'POST', '/auth/login', { id: 'meera', password });
  expect(login.body.user.role).toBe(1);
  const own = { headers: { authorization: login.body.token } };
  expect((await call(own, 'GET', '/auth/account')).body.data).toMatchObject({ isStaff: true });
  expect((await call(own, 'GET', '/auth/admin-auth')).body).toEqual({ ok: true });
  for (const path of ['/staff', '/audit/lines', '/auth/getall']) {
    expect((await call(own, 'GET', path)).status).toBe(403);
  }
  expect((await call(own, 'GET', '/quizzes')).body.data.quizzes).toEqual([]);
  expect((await call(admin, 'POST', '/staff', form)).status).toBe(409);
  const { staff } = (await call(admin, 'GET', '/staff?search=meera rao')).body.data;
  expect(staff).toMatchObject([{ personId: 'meera', isCampusAdmin: false, classes: 0 }]);
});

test('a campus admin is made and unmade, and each next call is answered as what they are then', async () => {
  const person = await makeStaff(server.pool);
  expect((await call(person, 'GET', '/audit/lines')).status).toBe(403);
  expect((await change(admin, person, true)).body.data.isCampusAdmin).toBe(true);
  // A new campus admin signs in again, because a stolen session would become one, too.
  expect((await call(person, 'GET', '/audit/lines')).status).toBe(401);
  const next = { headers: { authorization: await makeSession(server.pool, person.id) } };
  expect((await call(next, 'GET', '/audit/lines')).status).toBe(200);
  await change(admin, person, false);
  expect((await call(next, 'GET', '/audit/lines')).status).toBe(403);
  await change(admin, person, false, true);
  expect((await call(next, 'GET', '/quizzes')).status).toBe(401);
});

test('reports of how many classes somebody is the last owner who can sign in', async () => {
  const [owner, other] = [await makeStaff(server.pool), await makeStaff(server.pool)];
  const [one, both] = [await makeClass(server.pool, admin), await makeClass(server.pool, admin)];
  await joinClass(server.pool, one, owner, { role: 'owner' });
  await joinClass(server.pool, both, owner, { role: 'owner' });
  await joinClass(server.pool, both, other, { role: 'owner' });
  expect((await change(admin, owner, false)).body.data.lastOwnerOf).toBe(1);
  await change(admin, other, false, true);
  expect((await change(admin, owner, false)).body.data.lastOwnerOf).toBe(2);
});

test('nobody changes their own account, and of two admins who remove each other at once one remains', async () => {
  expect((await change(admin, admin, false)).status).toBe(409);
  const other = await makeAdmin(server.pool);
  const both = await Promise.all([change(admin, other, false), change(other, admin, false)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
});
