import { expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import {
  type MadePerson,
  makeGuest,
  makeListedStudent,
  makeStudent,
} from '../testing/acts/make.ts';
import { setUpClasses } from './classes.setup.ts';

const { server, admin, owner, call, newClass, add } = setUpClasses();

async function rolesIn(classId: string): Promise<Record<string, string>> {
  const { body } = await call(admin, 'GET', `/classes/${classId}/members`);
  const pairs = body.data.members.map((one: { personId: string; role: string }) => [
    one.personId,
    one.role,
  ]);
  return Object.fromEntries(pairs);
}

const idsOf = (...people: MadePerson[]) => people.map(({ id }) => id).toSorted();

test('the creator of a class owns it and finds it in their list; others do not', async () => {
  const classId = await newClass();
  const found = await call(owner, 'GET', `/classes/${classId}`);
  expect(found.body.data).toMatchObject({
    role: 'owner',
    subject: 'Algorithms',
    state: 'open',
    joining: 'list',
    term: { name: 'Odd 2026', startsOn: '2026-07-01' },
    sections: [],
  });
  expect(found.body.data.rights).toContain('close');
  const listed = async (as: MadePerson) =>
    (await call(as, 'GET', '/classes')).body.data.classes.map(
      (one: { classId: string }) => one.classId,
    );
  expect(await listed(owner)).toContain(classId);
  expect(await listed(admin)).toContain(classId);
  expect(await listed(await makeStaff(server.pool))).toEqual([]);
});

test('a term is named once and ends after it starts, and a class needs one that is there', async () => {
  const term = { name: 'odd 2026', startsOn: '2026-07-01', endsOn: '2026-12-31' };
  expect(await call(admin, 'POST', '/terms', term)).toMatchObject({
    status: 400,
    body: { fields: { name: expect.stringContaining('Choose another') } },
  });
  const back = { name: 'Even', startsOn: '2026-12-31', endsOn: '2026-07-01' };
  expect((await call(admin, 'POST', '/terms', back)).body.fields).toHaveProperty('endsOn');
  expect((await call(owner, 'POST', '/terms', term)).status).toBe(403);
  const form = { name: 'CSE', subject: 'Algorithms', termId: crypto.randomUUID() };
  expect((await call(owner, 'POST', '/classes', form)).body.fields).toHaveProperty('termId');
});

test('a class list of many says of each who is not added why', async () => {
  const classId = await newClass();
  const { pool } = server;
  const student = await makeListedStudent(pool);
  const guest = await makeGuest(pool);
  const disabled = await makeStudent(pool);
  await pool.query('update people set disabled_at = now() where id = $1', [disabled.id]);
  const personIds = [student.id.toLowerCase(), student.id, 'nobody-1', guest.id, disabled.id];
  const { body } = await add(owner, classId, {
    personIds: [...personIds, owner.id, admin.id],
    role: 'student',
  });
  expect(body.data).toMatchObject({ added: 1, changed: 0 });
  expect(body.data.refused.map(({ personId }: { personId: string }) => personId)).toEqual([
    'nobody-1',
    guest.id,
    disabled.id,
    owner.id,
    admin.id,
  ]);
  expect(await rolesIn(classId)).toEqual({ [owner.id]: 'owner', [student.id]: 'student' });
});

test('a student assists and never teaches; a teacher adds students, and no staff', async () => {
  const classId = await newClass();
  const teacher = await makeStaff(server.pool);
  const [student, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  expect(
    (await add(owner, classId, { personIds: [teacher.id], role: 'teacher' })).body.data,
  ).toEqual({ added: 1, changed: 0, refused: [] });
  const teaching = await add(owner, classId, { personIds: [student.id], role: 'teacher' });
  expect(teaching.body.data.refused).toHaveLength(1);
  await add(owner, classId, { personIds: [student.id], role: 'assistant' });
  for (const role of ['owner', 'teacher', 'assistant']) {
    expect((await add(teacher, classId, { personIds: [teacher.id], role })).status).toBe(403);
  }
  expect((await add(teacher, classId, { personIds: [other.id], role: 'student' })).status).toBe(
    200,
  );
  // Only an owner can turn staff of the class into students.
  const down = await add(teacher, classId, { personIds: [student.id], role: 'student' });
  expect(down.body.data.refused).toHaveLength(1);
  const gone = await call(teacher, 'DELETE', `/classes/${classId}/members/${student.id}`);
  expect(gone.status).toBe(403);
  expect(await rolesIn(classId)).toEqual({
    [owner.id]: 'owner',
    [teacher.id]: 'teacher',
    [student.id]: 'assistant',
    [other.id]: 'student',
  });
});

test('the last owner stays, also when two remove each other at once', async () => {
  const classId = await newClass();
  const other = await makeStaff(server.pool);
  const remove = (as: MadePerson, person: MadePerson) =>
    call(as, 'DELETE', `/classes/${classId}/members/${person.id}`);
  expect((await remove(owner, owner)).status).toBe(409);
  const down = await add(owner, classId, { personIds: [owner.id], role: 'teacher' });
  expect(down.body.data.refused[0].why).toContain('last owner');
  await add(owner, classId, { personIds: [other.id], role: 'owner' });
  const both = await Promise.all([remove(owner, other), remove(other, owner)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(Object.values(await rolesIn(classId)).filter((role) => role === 'owner')).toHaveLength(1);
});

test('who was removed has no right with the next call, and who comes back has the new role', async () => {
  const classId = await newClass();
  const teacher = await makeStaff(server.pool);
  await add(owner, classId, { personIds: [teacher.id], role: 'teacher' });
  expect((await call(teacher, 'GET', `/classes/${classId}`)).status).toBe(200);
  await call(owner, 'DELETE', `/classes/${classId}/members/${teacher.id}`);
  expect((await call(teacher, 'GET', `/classes/${classId}`)).status).toBe(403);
  await add(owner, classId, { personIds: [teacher.id], role: 'assistant' });
  const { body } = await call(teacher, 'GET', `/classes/${classId}`);
  expect(body.data).toMatchObject({ role: 'assistant' });
  expect(body.data.rights).not.toContain('write');
});

test('a student joins by the code, which another code replaces', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  const open = async (joining: string) =>
    (await call(owner, 'POST', `/classes/${classId}/joining`, { joining })).body.data.joinCode;
  const join = (code: string) => call(student, 'POST', '/my-classes', { code });
  const first = await open('code');
  const code = await open('code');
  expect((await join(first)).status).toBe(400);
  expect((await join(code.toUpperCase().replaceAll('-', ' '))).body.data).toMatchObject({
    classId,
  });
  expect((await join(code)).status).toBe(200);
  const mine = (await call(student, 'GET', '/my-classes')).body.data;
  expect(mine).toMatchObject([{ classId, role: 'student', sections: [] }]);
  await open('closed');
  const late = await makeStudent(server.pool);
  const refused = await call(late, 'POST', '/my-classes', { code });
  expect(refused.body.fields.code).toBe('This code isn’t valid. Ask your teacher for a new one.');
  const unknown = await call(late, 'POST', '/my-classes', { code: 'never-was-one' });
  expect(unknown.body.fields).toEqual(refused.body.fields);
  const guest = await makeGuest(server.pool);
  expect((await call(guest, 'POST', '/my-classes', { code })).status).toBe(403);
});

test('a student who was removed joins by no code until a teacher adds them', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  const code = async () =>
    (await call(owner, 'POST', `/classes/${classId}/joining`, { joining: 'code' })).body.data
      .joinCode;
  const join = (joinCode: string) => call(student, 'POST', '/my-classes', { code: joinCode });
  const first = await code();
  expect((await join(first)).status).toBe(200);
  await call(owner, 'DELETE', `/classes/${classId}/members/${student.id}`);
  for (const again of [async () => first, code]) {
    const refused = await join(await again());
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({
      code: 'You were removed from this class. Ask your teacher to add you again.',
    });
  }
  expect((await call(student, 'GET', '/my-classes')).body.data).toEqual([]);
  await add(owner, classId, { personIds: [student.id], role: 'student' });
  expect((await call(student, 'GET', '/my-classes')).body.data).toMatchObject([{ classId }]);
});

test('who tries many join codes waits, right codes included', async () => {
  const classId = await newClass();
  const student = await makeStudent(server.pool);
  const { joinCode } = (
    await call(owner, 'POST', `/classes/${classId}/joining`, { joining: 'code' })
  ).body.data;
  const join = (as: MadePerson, code: string) => call(as, 'POST', '/my-classes', { code });
  for (let wrong = 0; wrong < 10; wrong++) {
    expect((await join(student, `wrong-${wrong}`)).status).toBe(400);
  }
  const refused = await join(student, joinCode);
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe('You have tried many codes. Try again in a minute.');
  expect((await join(await makeStudent(server.pool), joinCode)).status).toBe(200);
});

test('an assistant of sections sees staff and the students of these sections', async () => {
  const made = await makeClass(server.pool, admin);
  const assistant = await makeStaff(server.pool);
  const [one, two, both] = await Promise.all([1, 2, 3].map(() => makeStudent(server.pool)));
  if (!one || !two || !both) throw new Error('unreachable');
  const { pool } = server;
  await joinClass(pool, made, owner, { role: 'owner' });
  await joinClass(pool, made, assistant, { role: 'assistant', sections: [made.sections[0]] });
  await joinClass(pool, made, one, { role: 'student', sections: [made.sections[0]] });
  await joinClass(pool, made, two, { role: 'student', sections: [made.sections[1]] });
  await joinClass(pool, made, both, { role: 'student', sections: made.sections });
  const seen = async (as: MadePerson, query = '') => {
    const { body } = await call(as, 'GET', `/classes/${made.classId}/members${query}`);
    const ids = body.data.members.map((member: { personId: string }) => member.personId);
    expect(body.data.total).toBe(ids.length);
    return ids.toSorted();
  };
  expect(await seen(assistant)).toEqual(idsOf(owner, assistant, one, both));
  expect(await seen(assistant, `?search=${two.id}`)).toEqual([]);
  expect(await seen(assistant, `?section=${made.sections[1]}`)).toEqual(idsOf(both));
  expect(await seen(owner, '?role=student')).toEqual(idsOf(one, two, both));
  const path = `/classes/${made.classId}/sections/${made.sections[0]}`;
  // Without this section, the assistant would have access to the whole class.
  expect((await call(owner, 'DELETE', path)).status).toBe(409);
});

test('a section is named once, and stays while work is for it', async () => {
  const classId = await newClass();
  const path = `/classes/${classId}/sections`;
  const { sectionId } = (await call(owner, 'POST', path, { name: 'A' })).body.data;
  expect((await call(owner, 'POST', path, { name: 'a' })).body.fields).toHaveProperty('name');
  const audience = { everyone: false, inClass: { classId, sections: [sectionId] } };
  const work = { assignment: 'Add.', path: '', filename: '', title: 'Sums', audience };
  expect((await call(owner, 'POST', '/auth/create-assignment', work)).status).toBe(201);
  const kept = await call(owner, 'DELETE', `${path}/${sectionId}`);
  expect(kept.status).toBe(409);
  expect(kept.body.message).toContain('Sums');
  const stranger = { ...audience, inClass: { classId, sections: [crypto.randomUUID()] } };
  const wrong = await call(owner, 'POST', '/auth/create-assignment', {
    ...work,
    audience: stranger,
  });
  expect(wrong).toMatchObject({ status: 400, body: { fields: { audience: expect.any(String) } } });
});

test('who left and comes back as something else is in no section of before', async () => {
  const classId = await newClass();
  const path = `/classes/${classId}/sections`;
  const { sectionId } = (await call(owner, 'POST', path, { name: 'A' })).body.data;
  const student = await makeStudent(server.pool);
  const personIds = [student.id];
  await add(owner, classId, { personIds, role: 'student', sections: [sectionId] });
  await call(owner, 'DELETE', `/classes/${classId}/members/${student.id}`);
  await add(owner, classId, { personIds, role: 'assistant' });
  const { body } = await call(owner, 'GET', `/classes/${classId}/members?search=${student.id}`);
  expect(body.data.members).toMatchObject([{ role: 'assistant', sections: [] }]);
});

test('two thousand of the longest roll numbers are named at once', async () => {
  const classId = await newClass();
  const personIds = Array.from({ length: 2000 }, (_, place) => String(place).padStart(64, 'x'));
  const { status, body } = await add(owner, classId, { personIds, role: 'student' });
  expect([status, body.data?.refused.length]).toEqual([200, 2000]);
});
