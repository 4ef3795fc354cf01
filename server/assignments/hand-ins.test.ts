import { HandIn, HandInRow } from '@vlabs/contract/assignments/hand-ins';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeStudent(server.pool));
const other = beforeTests(() => makeStudent(server.pool));

const HOST = 'lab.example.edu';
const program = { kind: 'program', language: 71, source: 'print(1)\n' };

function ask(
  person: MadePerson,
  method: 'GET' | 'POST' | 'PUT',
  { url, payload }: { url: string; payload?: object },
) {
  const headers = { ...person.headers, host: HOST };
  return server.app.inject({ method, url, headers, ...(payload && { payload }) });
}

async function makeAssignment(fields: object = {}): Promise<string> {
  const payload = { assignment: 'Add two numbers.', ...fields };
  const reply = await ask(admin, 'POST', { url: '/api/v1/auth/create-assignment', payload });
  return reply.json().data.id;
}

const handIn = (person: MadePerson, id: string, payload: object) =>
  ask(person, 'POST', { url: `/api/v1/assignments/${id}/hand-ins`, payload });

const mark = (handInId: string, payload: object) =>
  ask(admin, 'PUT', { url: `/api/v1/hand-ins/${handInId}/mark`, payload });

async function listVersions(person: MadePerson, id: string, of = person) {
  const url = `/api/v1/assignments/${id}/hand-ins/${of.id}`;
  const reply = await ask(person, 'GET', { url });
  return z.array(HandIn).parse(reply.json().data.versions);
}

async function listRows(id: string) {
  const reply = await ask(admin, 'GET', { url: `/api/v1/assignments/${id}/hand-ins` });
  return z.array(HandInRow).parse(reply.json().data.students);
}

async function statusFor(person: MadePerson, id: string) {
  const reply = await ask(person, 'GET', { url: '/api/v1/auth/getallassignments' });
  return reply.json().result.find((one: { id: string }) => one.id === id)?.status;
}

test('a status goes from Pending to Submitted to Marked, each student’s own', async () => {
  const id = await makeAssignment();
  expect(await statusFor(student, id)).toBe('Pending');
  const made = await handIn(student, id, program);
  expect([made.statusCode, made.json().message]).toEqual([201, 'Handed in.']);
  expect(await statusFor(student, id)).toBe('Submitted');
  expect(await statusFor(other, id)).toBe('Pending');
  const marked = await mark(made.json().data.handInId, { marks: 87.5, comment: 'Good.' });
  expect(marked.statusCode).toBe(200);
  expect(await statusFor(student, id)).toBe('Marked');
  const [version] = await listVersions(student, id);
  expect(version).toMatchObject({ marks: 87.5, comment: 'Good.', markedBy: admin.name });
});

test('handing in again keeps the earlier versions, and the last one counts', async () => {
  const id = await makeAssignment();
  const first = (await handIn(student, id, program)).json().data;
  await mark(first.handInId, { marks: 50 });
  const second = await handIn(student, id, { ...program, source: 'print(2)\n' });
  expect(second.json().data).toMatchObject({ version: 2, isLate: false });
  expect(await statusFor(student, id)).toBe('Submitted');
  const versions = await listVersions(student, id);
  expect(versions.map(({ source, marks }) => [source, marks])).toEqual([
    ['print(2)\n', null],
    ['print(1)\n', 50],
  ]);
  const late = await mark(first.handInId, { marks: 60 });
  expect([late.statusCode, late.json().code]).toEqual([409, 'handed_in_again']);
});

test('after the due time a hand-in is late', async () => {
  const id = await makeAssignment({ dueAt: '2020-01-01T10:00' });
  const made = await handIn(student, id, program);
  expect([made.json().message, made.json().data.isLate]).toEqual(['Handed in, late.', true]);
  expect((await listRows(id)).find((row) => row.id === student.id)).toMatchObject({ isLate: true });
});

test('of hand-ins at once every one becomes a version, and one is the last', async () => {
  const id = await makeAssignment();
  await Promise.all(Array.from({ length: 8 }, () => handIn(student, id, program)));
  const versions = await listVersions(student, id);
  expect(versions.map(({ version }) => version)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  expect((await listRows(id)).filter(({ version }) => version === 8)).toHaveLength(1);
});

test('many large versions come with the texts of the newest, and each other one alone', async () => {
  const id = await makeAssignment();
  const source = 'x'.repeat(500_000);
  for (let made = 0; made < 10; made += 1) await handIn(student, id, { ...program, source });
  const versions = await listVersions(student, id);
  const whole = versions.filter((version) => version.source !== null);
  expect(whole.map(({ version }) => version)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  expect(versions.filter(({ isCut }) => isCut).map(({ version }) => version)).toEqual([2, 1]);
  const url = `/api/v1/assignments/${id}/hand-ins/${student.id}?version=1`;
  const [first, ...rest] = (await ask(student, 'GET', { url })).json().data.versions;
  expect([first, rest]).toMatchObject([{ version: 1, isCut: false, source }, []]);
});

test('files are handed in by their links, and only one’s own', async () => {
  const id = await makeAssignment();
  const upload = (person: MadePerson, name: string) =>
    makeStoredFile(server, { person, bucketId: 'submissions', name, bytes: name, host: HOST });
  const paths = [await upload(student, 'a.c'), await upload(student, 'b.c')];
  expect((await handIn(student, id, { kind: 'files', paths })).statusCode).toBe(201);
  const [version] = await listVersions(admin, id, student);
  expect(version?.files.map(({ name, sizeBytes }) => [name, sizeBytes])).toEqual([
    ['a.c', 3],
    ['b.c', 3],
  ]);
  expect((await server.app.inject({ url: version?.files[0]?.path ?? '' })).body).toBe('a.c');

  const theirs = await upload(other, 'theirs.c');
  const stolen = await handIn(student, id, { kind: 'files', paths: [theirs] });
  expect([stolen.statusCode, stolen.json().code]).toEqual([400, 'unknown_file']);
  const fileId = paths[0]?.split('/').at(-2);
  const deleted = await server.app.inject({
    method: 'DELETE',
    url: `/v1/storage/buckets/submissions/files/${fileId}`,
    headers: student.headers,
  });
  expect(deleted.statusCode).toBe(409);
});

test.each([
  [{}, 'Hand in a program, a text or files.'],
  [{ kind: 'program', language: 71, source: ' \n' }, 'Write a program first.'],
  [{ kind: 'program', language: 1, source: 'x' }, 'There is no such language.'],
  [{ kind: 'text', text: '' }, 'Write your answer first.'],
  [{ kind: 'files', paths: [] }, 'Choose a file first.'],
  [
    { kind: 'files', paths: Array(21).fill('a') },
    'Hand in at most 20 files; put more into one ZIP file.',
  ],
])('the hand-in %j is refused', async (payload, message) => {
  const id = await makeAssignment();
  const reply = await handIn(student, id, payload);
  expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
});

test('a program in another language than asked is refused', async () => {
  const id = await makeAssignment({ language: 50 });
  const reply = await handIn(student, id, program);
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'wrong_language']);
});

test('nobody hands in to what is not given to them', async () => {
  const audience = { everyone: false, rollNumbers: [other.id] };
  const id = await makeAssignment({ audience });
  expect((await handIn(student, id, program)).statusCode).toBe(404);
  const url = `/api/v1/assignments/${id}/hand-ins/${other.id}`;
  expect((await ask(student, 'GET', { url })).statusCode).toBe(403);
  const own = `/api/v1/assignments/${id}/hand-ins/${student.id}`;
  expect((await ask(student, 'GET', { url: own })).statusCode).toBe(404);
});

test('marks stay within full marks, and can be taken back', async () => {
  const id = await makeAssignment({ maxMarks: 10 });
  const { handInId } = (await handIn(student, id, program)).json().data;
  const refused = await mark(handInId, { marks: 11 });
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Give at most 10 marks.']);
  expect((await mark(handInId, { marks: -1 })).statusCode).toBe(400);
  await mark(handInId, { marks: 0, comment: 'Nothing works.' });
  expect(await statusFor(student, id)).toBe('Marked');
  await mark(handInId, { marks: null, comment: 'Look again.', markVersion: 1 });
  expect(await statusFor(student, id)).toBe('Submitted');
});

test('a second marker who has not seen the marks of the first does not replace them', async () => {
  const id = await makeAssignment({ maxMarks: 10 });
  const { handInId } = (await handIn(student, id, program)).json().data;
  await mark(handInId, { marks: 7.25, comment: 'Nearly.' });
  const second = await mark(handInId, { marks: 5 });
  expect([second.statusCode, second.json().code]).toEqual([409, 'marked_meanwhile']);
  const [version] = await listVersions(student, id);
  expect(version).toMatchObject({ marks: 7.25, comment: 'Nearly.', markVersion: 1 });
  expect((await mark(handInId, { marks: 5, markVersion: 1 })).statusCode).toBe(200);
});

test('a student is listed what was marked last, of what is theirs and not withdrawn', async () => {
  const marked: string[] = [];
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven']) {
    const id = await makeAssignment({ title });
    await mark((await handIn(other, id, program)).json().data.handInId, { marks: 1 });
    const { handInId } = (await handIn(student, id, program)).json().data;
    await mark(handInId, { marks: 2, comment: `**${title}**` });
    marked.push(id);
    if (title === 'Six') await mark(handInId, { marks: null, comment: '', markVersion: 1 });
  }
  const payload = { status: 'withdrawn' };
  await ask(admin, 'POST', { url: `/api/v1/assignments/${marked[4]}/status`, payload });
  const { data } = (await ask(student, 'GET', { url: '/api/v1/marks' })).json();
  expect(data.map(({ title }: { title: string }) => title)).toEqual([
    'Seven',
    'Four',
    'Three',
    'Two',
    'One',
  ]);
  expect(data[0]).toEqual({
    assignmentId: marked[6],
    title: 'Seven',
    marks: 2,
    maxMarks: expect.any(Number),
    comment: '**Seven**',
  });
});

test('all hand-ins come as one ZIP file, whatever the files are called', async () => {
  const id = await makeAssignment({ title: 'Sums / differences' });
  const names = ['../../evil.c', 'same.txt', 'same.txt'];
  const paths = await Promise.all(
    names.map((name) =>
      makeStoredFile(server, {
        person: other,
        bucketId: 'submissions',
        name,
        bytes: 'x',
        host: HOST,
      }),
    ),
  );
  await handIn(student, id, program);
  await handIn(other, id, { kind: 'files', paths });
  const list = await ask(admin, 'GET', { url: `/api/v1/assignments/${id}/hand-ins` });
  const { archivePath } = list.json().data;
  const reply = await server.app.inject({ url: archivePath });
  expect(reply.headers['content-disposition']).toContain(
    "filename*=UTF-8''Sums%20_%20differences.zip",
  );
  const entries = unzipSync(reply.rawPayload);
  const folder = `${other.id} ${other.name}`;
  expect(Object.keys(entries).toSorted()).toEqual(
    [
      'marks.csv',
      `${student.id} ${student.name}/main.py`,
      `${folder}/__.._evil.c`,
      `${folder}/same.txt`,
      `${folder}/same (2).txt`,
    ].toSorted(),
  );
  const table = new TextDecoder().decode(entries['marks.csv']);
  expect(table.split('\r\n')[0]).toBe('Roll no,Name,Handed in,Version,Late,Marks,Comment');
  expect(
    (await server.app.inject({ url: archivePath.replace('token=', 'token=1') })).statusCode,
  ).toBe(401);
});

test('a program of several files has its files in the ZIP', async () => {
  const id = await makeAssignment({ title: 'Modules' });
  const source = 'import lib.sums\n\n===== lib/sums.py =====\nprint(1)\n';
  await handIn(student, id, { ...program, source });
  const list = await ask(admin, 'GET', { url: `/api/v1/assignments/${id}/hand-ins` });
  const reply = await server.app.inject({ url: list.json().data.archivePath });
  const entries = Object.entries(unzipSync(reply.rawPayload)).map(([path, bytes]) => [
    path,
    new TextDecoder().decode(bytes),
  ]);
  const folder = `${student.id} ${student.name}`;
  expect(entries.slice(1)).toEqual([
    [`${folder}/script.py`, 'import lib.sums\n'],
    [`${folder}/lib/sums.py`, 'print(1)\n'],
  ]);
});
