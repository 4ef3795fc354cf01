import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

async function call(method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) {
  const url = `/api/v1/students${path}`;
  const reply = await server.app.inject({
    method,
    url,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const details = {
  name: 'Asha Devi Rao',
  email: 'asha@x.edu',
  course: 'MCA',
  mobile: '+91 98',
  mentorName: 'Dr. Sen',
  mentorEmail: '',
  department: 'CSE',
  parentMobile: '098',
  graduationYear: '2026',
  other: [{ heading: 'Section', text: 'B 2' }],
};

function login({ id }: MadePerson, password: string) {
  const url = '/api/v1/auth/login';
  return server.app.inject({ method: 'POST', url, payload: { id, password } });
}

test('an admin corrects what is known of a student', async () => {
  const student = await makeListedStudent(server.pool, { id: '0021', course: 'B.Tech' });
  const { status, body } = await call('PUT', '/0021', details);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...details,
    rollNumber: '0021',
    firstName: 'Asha Devi',
    lastName: 'Rao',
    isListed: true,
    disabledAt: null,
  });
  expect((await call('GET', '/0021')).body.data).toEqual(body.data);
  expect((await call('GET', '?search=0021')).body.data.students).toContainEqual(body.data);
  expect((await login(student, student.password)).json().user.name).toBe('Asha Devi Rao');
});

test('a correction that cannot be kept says why at its field', async () => {
  await makeListedStudent(server.pool, { id: '0031' });
  const other = await makeListedStudent(server.pool, { id: '0032' });
  expect((await call('PUT', '/0031', { ...details, email: 'x' })).body.fields.email).toBe(
    'Enter a valid email address, like name@example.edu.',
  );
  const taken = await call('PUT', '/0031', { ...details, email: other.email });
  expect([taken.status, taken.body.code]).toEqual([409, 'email_taken']);
  expect((await call('PUT', '/none', details)).status).toBe(404);
});

test('a disabled student is signed out at once, and comes back when enabled', async () => {
  const student = await makeListedStudent(server.pool);
  const url = '/api/v1/auth/user-auth';
  const path = `/${student.id}/disabled`;
  expect((await call('PUT', path, { disabled: true })).body.data.disabledAt).not.toBeNull();
  expect((await server.app.inject({ url, headers: student.headers })).statusCode).toBe(401);
  expect((await login(student, student.password)).statusCode).toBe(403);
  expect((await call('PUT', path, { disabled: false })).body.data.disabledAt).toBeNull();
  expect((await login(student, student.password)).statusCode).toBe(200);
});

test('a new password is shown once, works, and ends the old one', async () => {
  const student = await makeListedStudent(server.pool);
  const { body } = await call('POST', `/${student.id}/password`);
  expect(body.data.password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect((await login(student, student.password)).statusCode).toBe(401);
  expect((await login(student, body.data.password)).statusCode).toBe(200);
});

test('an admin is no student', async () => {
  expect((await call('GET', `/${admin.id}`)).status).toBe(404);
  expect((await call('PUT', `/${admin.id}/disabled`, { disabled: true })).status).toBe(404);
  expect((await call('POST', `/${admin.id}/password`)).status).toBe(404);
});

test('the choices of an audience are the courses and years that students have', async () => {
  await makeListedStudent(server.pool, { course: 'Zoology', graduationYear: '2031' });
  await makeListedStudent(server.pool, { course: 'ZOOLOGY', graduationYear: '2031' });
  const url = '/api/v1/audience-choices';
  const { data } = (await server.app.inject({ url, headers: admin.headers })).json();
  expect(data.courses).toContainEqual({ name: expect.stringMatching(/zoology/i), students: 2 });
  expect(data.years).toContainEqual({ name: '2031', students: 2 });
});

test('the work of a student and the counts of the profile are there', async () => {
  const student = await makeListedStudent(server.pool);
  const { body } = await call('GET', `/${student.id}/work`);
  expect(body.data).toEqual({ assignments: [], quizzes: [], runs: [] });
  const url = '/api/v1/auth/create-assignment';
  const payload = { assignment: 'Write a program.', title: 'Sums' };
  await server.app.inject({ method: 'POST', url, headers: admin.headers, payload });
  const { assignments } = (await call('GET', `/${student.id}/work`)).body.data;
  expect(assignments).toMatchObject([{ title: 'Sums', status: 'Pending', marks: null }]);
  const counts = await server.app.inject({ url: '/api/v1/admin-counts', headers: admin.headers });
  const { students, ...others } = counts.json().data;
  expect(students).toBeGreaterThan(0);
  expect(others).toEqual({ assignmentsReceived: 0, assignmentsPending: students });
});
