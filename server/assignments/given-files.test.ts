import { expect, test } from 'vitest';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const HOST = 'lab.example.edu';
const BUCKET = '/v1/storage/buckets/assignments/files';
/** `student` is in CSE, `other` in ECE. */

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeListedStudent(server.pool, { course: 'CSE' }));
const other = beforeTests(() => makeListedStudent(server.pool, { course: 'ECE' }));

function ask({ headers }: MadePerson, { url, payload }: { url: string; payload?: object }) {
  const method = payload ? 'POST' : 'GET';
  return server.app.inject({
    method,
    url,
    headers: { ...headers, host: HOST },
    ...(payload && { payload }),
  });
}

/** Creates a file assignment for a course, or for another audience. */
async function give(course: string, to: object = {}) {
  const path = await makeStoredFile(server, {
    person: admin,
    bucketId: 'assignments',
    name: `for-${course}.txt`,
    bytes: `only for ${course}`,
    host: HOST,
  });
  const audience = { everyone: false, courses: [course], years: [], rollNumbers: [], ...to };
  const payload = { path, assignment: '', audience };
  const url = '/api/v1/auth/create-assignment/';
  const reply = await ask(admin, { url, payload });
  expect(reply.statusCode).toBe(201);
  const fileId = /files\/([^/]+)\//.exec(path)?.[1] ?? '';
  return { id: String(reply.json().data.id), fileId };
}

const setStatus = (id: string, status: string) =>
  ask(admin, { url: `/api/v1/assignments/${id}/status`, payload: { status } });

async function statusesOf(person: MadePerson, fileId: string): Promise<number[]> {
  const urls = ['', '/download', '/view'].map((what) => `${BUCKET}/${fileId}${what}`);
  const replies = await Promise.all(urls.map((url) => ask(person, { url })));
  return replies.map(({ statusCode }) => statusCode);
}

async function listIds(person: MadePerson): Promise<string[]> {
  const reply = await ask(person, { url: BUCKET });
  const { total, files } = reply.json<{ total: number; files: { $id: string }[] }>();
  expect(total).toBe(files.length);
  return files.map(({ $id }) => $id);
}

async function findLink(person: MadePerson, id: string): Promise<string> {
  const reply = await ask(person, { url: '/api/v1/auth/getallassignments/' });
  const { result } = reply.json<{ result: { id: string; path: string }[] }>();
  return result.find((one) => one.id === id)?.path.replace(`http://${HOST}`, '') ?? '';
}

const follow = async (link: string) =>
  (await server.app.inject({ url: link, headers: { host: HOST } })).statusCode;

test('a student reads and lists what an assignment for them names, and nothing else', async () => {
  const { fileId } = await give('CSE');
  const prepared = await makeStoredFile(server, {
    person: admin,
    bucketId: 'assignments',
    name: 'solutions.txt',
    bytes: 'given to nobody yet',
    host: HOST,
  });
  const preparedId = /files\/([^/]+)\//.exec(prepared)?.[1] ?? '';

  expect(await statusesOf(student, fileId)).toEqual([200, 200, 200]);
  expect(await statusesOf(other, fileId)).toEqual([404, 404, 404]);
  expect(await statusesOf(student, preparedId)).toEqual([404, 404, 404]);
  expect(await listIds(student)).toEqual([fileId]);
  expect(await listIds(other)).toEqual([]);
  expect(await statusesOf(admin, preparedId)).toEqual([200, 200, 200]);
  expect(await listIds(admin)).toEqual(expect.arrayContaining([fileId, preparedId]));
});

test('what is withdrawn is gone for students, and is there again when it is offered again', async () => {
  const { id, fileId } = await give('CSE');
  await setStatus(id, 'withdrawn');
  expect(await statusesOf(student, fileId)).toEqual([404, 404, 404]);
  expect(await listIds(student)).not.toContain(fileId);
  expect(await statusesOf(admin, fileId)).toEqual([200, 200, 200]);
  await setStatus(id, 'open');
  expect(await statusesOf(student, fileId)).toEqual([200, 200, 200]);
});

test('a link that a student was given opens the file for as long as it is given to them', async () => {
  const { id, fileId } = await give('CSE');
  const ofStudent = await findLink(student, id);
  const ofAdmin = await findLink(admin, id);
  expect([await follow(ofStudent), await follow(ofAdmin)]).toEqual([200, 200]);
  // A link cannot be changed into one for another reader, or for anyone.
  const [expires, signature, reader] =
    new URLSearchParams(ofStudent.split('?')[1]).get('token')?.split('.') ?? [];
  const asOther = Buffer.from(other.id).toString('base64url');
  for (const token of [`${expires}.${signature}`, `${expires}.${signature}.${asOther}`]) {
    expect(await follow(`${BUCKET}/${fileId}/download?token=${token}`)).toBe(401);
  }
  expect(Buffer.from(reader ?? '', 'base64url').toString()).toBe(student.id);
  await setStatus(id, 'withdrawn');
  expect([await follow(ofStudent), await follow(ofAdmin)]).toEqual([404, 200]);
});

test('a file that two assignments name stays while one of them is given', async () => {
  const { id, fileId } = await give('CSE');
  const path = `http://${HOST}${BUCKET}/${fileId}/download`;
  const audience = { everyone: false, courses: [], years: [], rollNumbers: [student.id] };
  const url = '/api/v1/auth/create-assignment/';
  await ask(admin, { url, payload: { path, assignment: '', audience } });
  await setStatus(id, 'withdrawn');
  expect(await statusesOf(student, fileId)).toEqual([200, 200, 200]);
  expect(await statusesOf(other, fileId)).toEqual([404, 404, 404]);
});

test('the link to a text without a file shows it to its reader for as long as it is given to them', async () => {
  const audience = { everyone: false, courses: [], years: [], rollNumbers: [student.id] };
  const payload = { path: '', filename: '', assignment: 'Add two numbers.', audience };
  const url = '/api/v1/auth/create-assignment/';
  const { id } = (await ask(admin, { url, payload })).json().data;
  const [ofStudent, ofAdmin] = [await findLink(student, id), await findLink(admin, id)];
  expect([await follow(ofStudent), await follow(ofAdmin)]).toEqual([200, 200]);
  await setStatus(id, 'withdrawn');
  expect([await follow(ofStudent), await follow(ofAdmin)]).toEqual([404, 200]);
});

test('a teacher’s links to files of a class open nothing after they were removed', async () => {
  const teacher = await makeStaff(server.pool);
  const made = await makeClass(server.pool, admin);
  await joinClass(server.pool, made, teacher, { role: 'teacher' });
  await joinClass(server.pool, made, student, { role: 'student' });
  const inClass = { classId: made.classId, sections: [] };
  const { id } = await give('CSE', { everyone: true, courses: [], inClass });
  const submitted = await makeStoredFile(server, {
    person: student,
    bucketId: 'submissions',
    name: 'main.py',
    bytes: 'print(3)',
    host: HOST,
  });
  const handIns = `/api/v1/assignments/${id}/hand-ins`;
  const payload = { kind: 'files', paths: [submitted] };
  expect((await ask(student, { url: handIns, payload })).statusCode).toBe(201);
  const ofStatement = await findLink(teacher, id);
  const { versions } = (await ask(teacher, { url: `${handIns}/${student.id}` })).json().data;
  const ofHandIn = versions[0].files[0].path;
  expect([await follow(ofStatement), await follow(ofHandIn)]).toEqual([200, 200]);
  await server.pool.query('update class_members set left_at = now() where person_id = $1', [
    teacher.id,
  ]);
  expect([await follow(ofStatement), await follow(ofHandIn)]).toEqual([404, 404]);
});
