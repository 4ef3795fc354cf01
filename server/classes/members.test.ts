import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const owner = beforeTests(() => makeStaff(server.pool));

const call = callsAs(() => server);

async function newClass(): Promise<string> {
  const made = await makeClass(server.pool, admin);
  await joinClass(server.pool, made, owner, { role: 'owner' });
  return made.classId;
}

const add = (as: MadePerson, classId: string, payload: object) =>
  call(as, 'POST', `/classes/${classId}/members`, payload);

test('who is in the class as named already is neither added nor changed', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  const named = async (payload: object = {}) => {
    const asked = { personIds: [student.id], role: 'student', ...payload };
    return (await add(owner, classId, asked)).body.data;
  };
  const made = await call(owner, 'POST', `/classes/${classId}/sections`, { name: 'A1' });
  const sections = [made.body.data.sectionId];
  expect(await named()).toEqual({ added: 1, changed: 0, refused: [] });
  expect(await named()).toEqual({ added: 0, changed: 0, refused: [] });
  expect(await named({ sections })).toEqual({ added: 0, changed: 1, refused: [] });
  expect(await named({ sections })).toEqual({ added: 0, changed: 0, refused: [] });
});

test('a class that takes no more students keeps those it has, and staff can be added', async () => {
  const classId = await newClass();
  const [inside, outside] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  const adding = async (personId: string, role = 'student') =>
    (await add(owner, classId, { personIds: [personId], role })).body.data;
  await adding(inside.id);
  await call(owner, 'POST', `/classes/${classId}/joining`, { joining: 'closed' });
  const why = 'The class takes no more students. Change how students join under Settings first.';
  expect(await adding(outside.id)).toEqual({
    added: 0,
    changed: 0,
    refused: [{ personId: outside.id, why }],
  });
  expect((await adding(inside.id)).refused).toEqual([]);
  expect((await adding((await makeStaff(server.pool)).id, 'teacher')).added).toBe(1);
});

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const byId = (one: string, other: string) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1);

test('staff come before students, over all pages', async () => {
  const classId = await newClass();
  const students = await Promise.all(Array.from({ length: 30 }, () => makeStudent(server.pool)));
  const assistant = await makeStaff(server.pool, `zz-${randomUUID().slice(0, 8)}`);
  const path = `/classes/${classId}/members`;
  await call(owner, 'POST', path, { personIds: students.map(({ id }) => id), role: 'student' });
  await call(owner, 'POST', path, { personIds: [assistant.id], role: 'assistant' });
  const listed: { personId: string; role: string }[] = [];
  let after = '';
  do {
    const { data } = (await call(owner, 'GET', `${path}${after}`)).body;
    listed.push(...data.members);
    after = data.next === null ? '' : `?after=${encodeURIComponent(data.next)}`;
  } while (after !== '');
  expect(listed.map(({ personId }) => personId)).toEqual([
    ...ids([owner, assistant]).toSorted(byId),
    ...ids(students).toSorted(byId),
  ]);
});

test('a student is added once, whatever digits and dashes their roll number is typed with', async () => {
  const classId = await newClass();
  const mark = randomUUID().slice(0, 4);
  const plain = await makeStudent(server.pool, `ME-${mark}-41`);
  const stored = await makeStudent(server.pool, `PH‑${mark}-४२`);
  const personIds = [`me–${mark}-४१`, plain.id, `ph-${mark}-42`, stored.id];
  const added = await add(owner, classId, { personIds, role: 'student' });
  expect(added.body.data).toEqual({ added: 2, changed: 0, refused: [] });
});
