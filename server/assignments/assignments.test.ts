import { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeStudent(server.pool));
const other = beforeTests(() => makeStudent(server.pool));

const HOST = 'lab.example.edu';

function ask(
  person: MadePerson,
  method: 'GET' | 'POST' | 'PUT',
  { url, payload }: { url: string; payload?: object },
) {
  const headers = { ...person.headers, host: HOST };
  return server.app.inject({ method, url, headers, ...(payload && { payload }) });
}

const create = (payload: object) =>
  ask(admin, 'POST', { url: '/api/v1/auth/create-assignment/', payload });

async function makeAssignment(fields: object = {}): Promise<string> {
  const reply = await create({ assignment: '# Sums\n\nAdd two numbers.', ...fields });
  expect(reply.statusCode).toBe(201);
  return reply.json().data.id;
}

const Listed = z.object({ success: z.literal(true), result: z.array(ListedAssignment) });

async function listFor(person: MadePerson) {
  const reply = await ask(person, 'GET', { url: '/api/v1/auth/getallassignments/' });
  return Listed.parse(reply.json()).result;
}

async function findFor(person: MadePerson, id: string) {
  return (await listFor(person)).find((one) => one.id === id);
}

const upload = (name: string, bytes: string) =>
  makeStoredFile(server, { person: admin, bucketId: 'assignments', name, bytes, host: HOST });

test('an assignment of a file is created as the specification sends it', async () => {
  const path = await upload('week-1.pdf', '%PDF-1.7');
  const reply = await create({
    path,
    filename: 'Week 1.pdf',
    uploadedBy: admin.name,
    assignment: '',
    id: admin.id,
    status: 'Pending',
  });
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toMatchObject({ success: true, message: 'File uploaded successfully' });

  const listed = await findFor(student, reply.json().data.id);
  expect(listed).toMatchObject({ filename: 'Week 1.pdf', status: 'Pending', hasText: false });
  expect(listed?.path).toMatch(`http://${HOST}/v1/storage/buckets/assignments/files/`);
  expect(Date.parse(listed?.updatedAt ?? '')).not.toBeNaN();
  const download = await server.app.inject({
    url: listed?.path.replace(`http://${HOST}`, '') ?? '',
  });
  expect(download.body).toBe('%PDF-1.7');
});

test('an assignment of a text has its first line for a title, and opens as a statement', async () => {
  const id = await makeAssignment({ language: 71, dueAt: '2030-01-02T10:30' });
  const listed = await findFor(student, id);
  expect(listed).toMatchObject({ filename: 'Sums', hasText: true });
  const path = listed?.path.replace(`http://${HOST}`, '') ?? '';
  const download = await server.app.inject({ url: path });
  expect(download.body).toBe('# Sums\n\nAdd two numbers.');
  expect(download.headers['content-disposition']).toContain('attachment; filename="Sums.md"');
  expect((await server.app.inject({ url: path.replace('token=', 'token=1') })).statusCode).toBe(
    401,
  );
  const reply = await ask(student, 'GET', { url: `/api/v1/assignments/${id}` });
  expect(reply.json().data).toEqual({
    id,
    title: 'Sums',
    text: '# Sums\n\nAdd two numbers.',
    starterCode: '',
    canStep: true,
    language: 71,
    dueAt: '2030-01-02T05:00:00.000Z',
    maxMarks: 100,
    filename: '',
    path: '',
  });
});

test('a title that is made from a text has none of its marks', async () => {
  const text = '\n---\n# **Lab 3**: `sort` by [the book](https://kiit.example/b) ##\n\nSort.';
  const id = await makeAssignment({ assignment: text });
  const title = 'Lab 3: sort by the book';
  const listed = await findFor(student, id);
  expect(listed).toMatchObject({ title, filename: title });
  const path = listed?.path.replace(`http://${HOST}`, '') ?? '';
  const download = await server.app.inject({ url: path });
  expect(download.headers['content-disposition']).toContain('Lab 3_ sort by the book.md');
});

test.each([
  [{}, 'Choose a file or type the question text.'],
  [{ assignment: '  \n ' }, 'Choose a file or type the question text.'],
  [{ assignment: 'x', status: 'Marked' }, 'A new assignment is Pending.'],
  [{ assignment: 'x', dueAt: 'tomorrow' }, 'The due time is a date with a time.'],
  [{ assignment: 'x', language: 1 }, 'There is no such language.'],
  [{ assignment: 'x', maxMarks: 0 }, 'Full marks are more than 0.'],
  [
    { assignment: 'x', audience: { everyone: false } },
    'Choose an audience: everyone, or at least one course, year or roll number.',
  ],
  [
    { path: 'https://elsewhere.example/v1/storage/buckets/assignments/files/a/download' },
    'This link isn’t an uploaded assignment file. Upload the file first.',
  ],
  [
    { path: '/v1/storage/buckets/assignments/files/none/download' },
    'This link isn’t an uploaded assignment file. Upload the file first.',
  ],
])('%j is refused with a plain sentence', async (payload, message) => {
  const reply = await create(payload);
  expect([reply.statusCode, reply.json().message]).toEqual([400, message]);
});

test('a file of another bucket is no assignment', async () => {
  const file = { person: student, bucketId: 'submissions' as const, name: 'a', bytes: 'a' };
  const path = await makeStoredFile(server, { ...file, host: HOST });
  expect((await create({ path })).statusCode).toBe(400);
});

test('only its audience sees an assignment', async () => {
  const id = await makeAssignment({
    audience: { everyone: false, rollNumbers: [student.id.toUpperCase()] },
  });
  expect(await findFor(student, id)).toBeDefined();
  expect(await findFor(other, id)).toBeUndefined();
  const url = `/api/v1/assignments/${id}`;
  expect((await ask(student, 'GET', { url })).statusCode).toBe(200);
  expect((await ask(other, 'GET', { url })).statusCode).toBe(404);
  expect((await findFor(admin, id))?.counts).toEqual({ assigned: 1, submitted: 0, marked: 0 });
});

test('a withdrawn assignment is gone for students, and comes back', async () => {
  const id = await makeAssignment();
  const setStatus = (status: string) =>
    ask(admin, 'POST', { url: `/api/v1/assignments/${id}/status`, payload: { status } });
  expect((await setStatus('withdrawn')).statusCode).toBe(200);
  expect(await findFor(student, id)).toBeUndefined();
  expect((await ask(student, 'GET', { url: `/api/v1/assignments/${id}` })).statusCode).toBe(404);
  expect(await findFor(admin, id)).toMatchObject({ isWithdrawn: true });
  expect((await setStatus('open')).statusCode).toBe(200);
  expect(await findFor(student, id)).toBeDefined();
});

test('an assignment is changed, and shows as updated', async () => {
  const id = await makeAssignment();
  const before = await findFor(student, id);
  const url = `/api/v1/assignments/${id}`;
  const payload = { title: 'New', text: 'Other', path: '', maxMarks: 20 };
  expect((await ask(admin, 'PUT', { url, payload })).statusCode).toBe(200);
  const after = await findFor(student, id);
  expect(after).toMatchObject({ title: 'New', maxMarks: 20 });
  expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''));
  expect((await ask(admin, 'PUT', { url, payload: { title: 'Nothing' } })).statusCode).toBe(400);
});

test('the file of an assignment cannot be deleted', async () => {
  const path = await upload('kept.txt', 'kept');
  await makeAssignment({ path });
  const fileId = path.split('/').at(-2);
  const reply = await server.app.inject({
    method: 'DELETE',
    url: `/v1/storage/buckets/assignments/files/${fileId}`,
    headers: admin.headers,
  });
  expect([reply.statusCode, reply.json().type]).toEqual([409, 'storage_file_in_use']);
});

const totals = async () =>
  (await ask(admin, 'GET', { url: '/api/v1/assignments/totals' })).json().data;

describe('counters', () => {
  test('say how many were uploaded, to how many students, and how many are marked', async () => {
    const before = await totals();
    const audience = { everyone: false, rollNumbers: [student.id, other.id] };
    const id = await makeAssignment({ audience });
    const url = `/api/v1/assignments/${id}/hand-ins`;
    const made = await ask(student, 'POST', { url, payload: { kind: 'text', text: 'Done' } });
    expect(made.statusCode).toBe(201);
    await ask(other, 'POST', { url, payload: { kind: 'text', text: 'Done' } });
    const { handInId } = made.json().data;
    const mark = { url: `/api/v1/hand-ins/${handInId}/mark`, payload: { marks: 5 } };
    expect((await ask(admin, 'PUT', mark)).statusCode).toBe(200);
    expect(await totals()).toEqual({
      uploaded: before.uploaded + 1,
      assigned: before.assigned + 2,
      submitted: before.submitted + 2,
      marked: before.marked + 1,
    });
    expect(await findFor(admin, id)).toMatchObject({
      status: 'Submitted',
      counts: { assigned: 2, submitted: 2, marked: 1 },
    });
  });
});
