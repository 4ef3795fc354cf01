import { expect, test } from 'vitest';
import { insertVersions } from '../testing/database/full-stores.queries.ts';
import { type MadePerson, makeAdmin, makeGuest, makeListedStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpTwoServers } from '../testing/server.setup.ts';
import { type TestServer } from '../testing/test-app.ts';

const { server, second } = setUpTwoServers();
const admin = beforeTests(() => makeAdmin(server.pool));

const makeStudent = () => makeListedStudent(server.pool, { course: 'CSE' });

interface Typed {
  text: string;
  assignment?: string;
  part?: string;
  baseRevision?: number;
}

function type({ headers }: MadePerson, typed: Typed, at: TestServer = server) {
  const { part = '54', assignment = '', baseRevision = 0, text } = typed;
  const payload = { text, assignment, baseRevision, device: 'laptop' };
  return at.app.inject({ method: 'PUT', url: `/api/v1/programs/drafts/${part}`, headers, payload });
}

function save(
  { headers }: MadePerson,
  version: { text: string; assignment?: string; name?: string },
) {
  const payload = { assignment: '', languageId: 54, ...version };
  return server.app.inject({ method: 'POST', url: '/api/v1/programs/versions', headers, payload });
}

async function listVersions({ headers }: MadePerson): Promise<string[]> {
  const names: string[] = [];
  let before = '';
  for (;;) {
    const url = `/api/v1/programs/versions${before && `?before=${before}`}`;
    const { data } = (await server.app.inject({ url, headers })).json<{
      data: { name: string; versionId: string }[];
    }>();
    names.push(...data.map(({ name }) => name));
    const last = data.at(-1);
    if (!last) return names;
    before = last.versionId;
  }
}

async function makeAssignment(course: string | null): Promise<string> {
  const courses = course === null ? [] : [course];
  const audience = { everyone: course === null, courses, years: [], rollNumbers: [] };
  const payload = { assignment: 'Add two numbers.', audience };
  const { headers } = admin;
  const url = '/api/v1/auth/create-assignment/';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  return reply.json<{ data: { id: string } }>().data.id;
}

test('programs are kept for assignments that are there and are the student’s own, and for no others', async () => {
  const student = await makeStudent();
  const [own, foreign] = [await makeAssignment('CSE'), await makeAssignment('ECE')];
  for (const assignment of ['invented', crypto.randomUUID(), foreign]) {
    expect((await type(student, { text: 'x', assignment })).statusCode).toBe(404);
    expect((await save(student, { text: 'x', assignment })).statusCode).toBe(404);
  }
  expect((await type(student, { text: 'x', assignment: own })).statusCode).toBe(200);
  expect((await save(student, { text: 'x', assignment: own })).statusCode).toBe(201);
  expect((await type(admin, { text: 'x', assignment: foreign })).statusCode).toBe(200);
});

test('a guest keeps programs of their own, and none for an assignment that is for everyone', async () => {
  const guest = await makeGuest(server.pool);
  const assignment = await makeAssignment(null);
  expect((await type(guest, { text: 'x', assignment })).statusCode).toBe(404);
  expect((await save(guest, { text: 'x', assignment })).statusCode).toBe(404);
  expect((await type(guest, { text: 'x' })).statusCode).toBe(200);
  const student = await makeStudent();
  expect((await type(student, { text: 'x', assignment })).statusCode).toBe(200);
});

test('who has begun a program goes on when its assignment is withdrawn', async () => {
  const student = await makeStudent();
  const assignment = await makeAssignment('CSE');
  await type(student, { text: 'int', assignment });
  await save(student, { text: 'int', assignment });
  const url = `/api/v1/assignments/${assignment}/status`;
  const payload = { status: 'withdrawn' };
  await server.app.inject({ method: 'POST', url, headers: admin.headers, payload });
  const typed = await type(student, { text: 'int main', assignment, baseRevision: 1 });
  expect(typed.statusCode).toBe(200);
  expect((await save(student, { text: 'int main', assignment })).statusCode).toBe(201);
});

test('of one program the last 200 versions stay, the newest always, those with a name longest', async () => {
  const student = await makeStudent();
  await save(student, { text: 'first of all', name: 'before the lab' });
  await insertVersions(server.pool, student.id, { text: 'x', count: 230 });
  const newest = await save(student, { text: 'the newest' });
  expect(newest.json().data.name).toBe('Version 232');
  const names = await listVersions(student);
  expect(names).toHaveLength(200);
  expect(names[0]).toBe('Version 232');
  expect(names).toContain('before the lab');
  expect(names).not.toContain('Version 32');
});

test('all versions of a student have 20 MB together, and the newest is kept in any case', async () => {
  const student = await makeStudent();
  await insertVersions(server.pool, student.id, { text: 'x'.repeat(1_000_000), count: 25 });
  const newest = await save(student, { text: 'y'.repeat(1_000_000) });
  expect(newest.statusCode).toBe(201);
  const names = await listVersions(student);
  expect(names).toHaveLength(20);
  expect(names[0]).toBe('Version 26');
});

test('a student saves so much within a minute, on all servers together, and is told when to go on', async () => {
  const student = await makeStudent();
  const replies = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      type(
        student,
        { text: `${at}`.padEnd(900_000, 'x'), part: at % 2 ? '54' : '71' },
        at % 2 ? server : second,
      ),
    ),
  );
  const kept = replies.filter(({ statusCode }) => statusCode === 200);
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect([kept.length, refused.length]).toEqual([11, 3]);
  expect(refused[0]?.json().message).toMatch(
    /^You’re saving too often\. Try again in \d+ seconds?\.$/,
  );
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('a student saves 120 texts within a minute at most', async () => {
  const student = await makeStudent();
  const codes: number[] = [];
  for (let time = 1; time <= 121; time += 1) {
    codes.push((await type(student, { text: `${time}`, baseRevision: time - 1 })).statusCode);
  }
  expect(codes.filter((code) => code === 200)).toHaveLength(120);
  expect(codes.at(-1)).toBe(429);
});

test('all drafts of a student have 20 MB together; more is refused and what is there stays', async () => {
  const student = await makeStudent();
  const wide = '程'.repeat(1_000_000);
  const [one, other] = [await makeAssignment('CSE'), await makeAssignment('CSE')];
  const places = [one, other].flatMap((assignment) =>
    ['50', '54', '62', '71'].map((part) => ({ assignment, part })),
  );
  const codes: number[] = [];
  for (const place of places) {
    await forgetPace(student);
    codes.push((await type(student, { ...place, text: wide })).statusCode);
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, 413, 413]);
  await forgetPace(student);
  expect((await type(student, { text: 'short' })).statusCode).toBe(200);
});

const forgetPace = ({ id }: MadePerson) =>
  server.pool.query('delete from program_paces where person_id = $1', [id]);
