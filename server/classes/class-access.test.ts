import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoint as makeEndpoint } from '@vlabs/contract/endpoint';
import { type ClassRole, TEACHING_HEADER, classRights, mayInClass } from '@vlabs/contract/rights';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { joinClass, type MadeClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

/** Everybody who may try, with what they are in the class of the work. */
const callers = [
  'owner',
  'teacher',
  'assistant',
  'assistant of the section',
  'assistant of another section',
  'student who assists',
  'student who assists and does not say so',
  'staff of another class',
  'former owner',
  'former assistant',
  'student who assisted before',
  'staff of no class',
] as const;
type Who = (typeof callers)[number];

const roles: Partial<Record<Who, ClassRole>> = {
  owner: 'owner',
  teacher: 'teacher',
  assistant: 'assistant',
  'assistant of the section': 'assistant',
  'assistant of another section': 'assistant',
  'student who assists': 'assistant',
};
/** To the server they are students as others are. */
const isOnlyStudent = (who: Who) => who.endsWith('say so') || who.endsWith('before');
const inSection = (who: Who) => who.includes('section');

const endpoints = new Map<string, Endpoint>();
let server: TestApp;
let admin: MadePerson;
let people: Record<Who, { headers: Record<string, string> }>;
let made: MadeClass;
let ownerId: string;
const params: Record<string, string> = {};

beforeAll(async () => {
  server = await makeTestApp({
    onRoute: ({ url, config }) => {
      const { endpoint } = config ?? {};
      if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
    },
  });
  const { pool } = server;
  admin = await makeAdmin(pool);
  made = await makeClass(pool, admin);
  const other = await makeClass(pool, admin);
  const staff = async (role: ClassRole, sections: string[] = [], hasLeft = false) => {
    const person = await makeStaff(pool);
    await joinClass(pool, made, person, { role, sections, hasLeft });
    return person;
  };
  const elsewhere = await makeStaff(pool);
  await joinClass(pool, other, elsewhere, { role: 'owner' });
  const assisting = await makeStudent(pool);
  await joinClass(pool, made, assisting, { role: 'assistant' });
  const before = await makeStudent(pool);
  await joinClass(pool, made, before, { role: 'assistant', hasLeft: true });
  const [first, second] = made.sections;
  const owner = await staff('owner');
  ownerId = owner.id;
  people = {
    owner,
    teacher: await staff('teacher'),
    assistant: await staff('assistant'),
    'assistant of the section': await staff('assistant', [first]),
    'assistant of another section': await staff('assistant', [second]),
    'student who assists': { headers: { ...assisting.headers, [TEACHING_HEADER]: 'on' } },
    'student who assists and does not say so': assisting,
    'staff of another class': elsewhere,
    'former owner': await staff('owner', [], true),
    'former assistant': await staff('assistant', [first], true),
    'student who assisted before': { headers: { ...before.headers, [TEACHING_HEADER]: 'on' } },
    'staff of no class': await makeStaff(pool),
  };
  await makeWork(first);
});
afterAll(() => server.close());

/** A test that is sat, and an assignment that is handed in, by a student of the section. */
async function makeWork(section: string) {
  const { app, pool } = server;
  const student = await makeStudent(pool);
  await joinClass(pool, made, student, { role: 'student', sections: [section] });
  const audience = { everyone: true, inClass: { classId: made.classId, sections: [] } };
  const settings = {
    audience,
    scoreOpens: 'at_end' as const,
    answersOpen: 'at_end' as const,
    shuffleQuestions: false,
    shuffleOptions: false,
  };
  const uniqueId = await makeQuiz(app, admin, { settings });
  await call('POST', `/api/v1/auth/quiz/${uniqueId}`, student, { userId: student.id });
  const assignment = { assignment: 'Add two numbers.', path: '', filename: '', audience };
  const created = await call('POST', '/api/v1/auth/create-assignment', admin, assignment);
  const { id } = created.json().data;
  const handed = { kind: 'text', text: 'The sum is four.' };
  const handIn = await call('POST', `/api/v1/assignments/${id}/hand-ins`, student, handed);
  const { handInId } = handIn.json().data;
  Object.assign(params, {
    uniqueId,
    id,
    handInId,
    otherId: handInId,
    classId: made.classId,
    sectionId: section,
    rollNumber: student.id,
    userId: student.id,
    studentId: student.id,
    // Is removed by it.
    personId: (await makeMember()).id,
  });
}

async function makeMember(): Promise<MadePerson> {
  const member = await makeStudent(server.pool);
  await joinClass(server.pool, made, member, { role: 'student' });
  return member;
}

async function call(
  method: Endpoint['method'],
  url: string,
  as: { headers: Record<string, string> },
  payload?: object,
) {
  const reply = await server.app.inject({
    method,
    url,
    headers: as.headers,
    ...(payload && { payload }),
  });
  expect(reply.statusCode, `${url}: ${reply.body}`).toBeLessThan(300);
  return reply;
}

/** What is named is of the section's student; all that is about one person, or a part, asks for them. */
const namesStudent = ({ path, right }: Endpoint) =>
  /:(userId|studentId|handInId|rollNumber)/.test(path) ||
  (typeof right === 'object' && (right.of === 'student' || right.of === 'hand-in'));

function may(who: Who, asked: Endpoint): boolean {
  const { right, access } = asked;
  const isStudent = who.startsWith('student');
  const asStudent = access !== 'anyone' && access.includes('student');
  if (right === 'campus') return false;
  if (right === 'own') return !isStudent || asStudent;
  if (right === 'teach') return !isStudent;
  if (right === undefined) throw new Error(`${asked.path} names no right.`);
  if (isOnlyStudent(who)) return false;
  if (right.of === 'list') return true;
  const role = roles[who];
  if (role === undefined || !mayInClass(role, right.to)) return false;
  if (right.isOfWhole && inSection(who)) return false;
  return who !== 'assistant of another section' || !namesStudent(asked);
}

/** It ends the session, or the account, of who calls. */
const endsTheCaller = new Set(['POST /api/v1/auth/logout', 'DELETE /api/v1/auth/sessions/:id']);
/** It goes on until the caller leaves. */
const goesOn = /\/events$/;

const rightOf = (name: string) => endpoints.get(name)?.right;

test('who may do what in a class is as the university decided', () => {
  // Stated once more, so that nobody widens a right in passing.
  expect(classRights).toEqual({
    write: ['owner', 'teacher'],
    prepare: ['owner', 'teacher', 'assistant'],
    read: ['owner', 'teacher', 'assistant'],
    mark: ['owner', 'teacher', 'assistant'],
    prolong: ['owner', 'teacher', 'assistant'],
    correct: ['owner', 'teacher'],
    compare: ['owner', 'teacher', 'assistant'],
    enrol: ['owner', 'teacher'],
    staff: ['owner'],
    close: ['owner'],
  });
  expect(rightOf('POST /api/v1/classes')).toBe('teach');
  expect(rightOf('POST /api/v1/terms')).toBe('campus');
  expect(rightOf('GET /api/v1/audit/lines')).toBe('campus');
  expect(rightOf('GET /api/v1/data-protection')).toBe('campus');
});

test('a call for admins that names no right does not compile', () => {
  const given = { method: 'GET', path: '/x', summary: 'x', reply: z.null() } as const;
  expect(makeEndpoint({ ...given, access: ['admin'], right: 'campus' }).right).toBe('campus');
  // @ts-expect-error There is no right.
  expect(makeEndpoint({ ...given, access: ['admin'] }).right).toBe(undefined);
});

test('each call of staff is refused in a class in which they have not its right, and in no other', async () => {
  const asked = [...endpoints].flatMap(([name, { access, ...rest }]) =>
    access === 'anyone' ||
    !access.includes('admin') ||
    endsTheCaller.has(name) ||
    goesOn.test(rest.path)
      ? []
      : [{ name, endpoint: { ...rest, access } }],
  );
  expect(asked.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const { name, endpoint: one } of asked) {
    const url = one.path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? randomUUID());
    for (const who of callers) {
      // Then they are a student as others are.
      if (isOnlyStudent(who) && one.access.includes('student')) continue;
      const reply = await server.app.inject({
        method: one.method,
        url,
        headers: people[who].headers,
        // What it would do is not done: no call takes this.
        ...(one.method !== 'GET' && { payload: [] }),
      });
      const isRefused = reply.statusCode === 403;
      if (isRefused === may(who, one) || reply.statusCode === 500) {
        wrong.push(`${name} as ${who}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what is on the campus for everybody is refused to staff by its address', async () => {
  const { app } = server;
  const uniqueId = await makeQuiz(app, admin);
  const assignment = { assignment: 'For all.', path: '', filename: '' };
  const created = await call('POST', '/api/v1/auth/create-assignment', admin, assignment);
  const { id } = created.json().data;
  for (const url of [
    `/api/v1/auth/quiz/${uniqueId}/attempts`,
    `/api/v1/quiz-drafts/${uniqueId}`,
    `/api/v1/assignments/${id}`,
    `/api/v1/assignments/${id}/hand-ins`,
  ]) {
    const reply = await app.inject({ url, headers: people.owner.headers });
    expect(reply.statusCode, `of ${url}`).toBe(403);
    expect((await app.inject({ url, headers: admin.headers })).statusCode, `of ${url}`).toBe(200);
  }
});

/** What the log has of looking at work, by or of a person. */
async function linesOf(person: string) {
  const reply = await call('GET', `/api/v1/audit/lines?action=see-work&person=${person}`, admin);
  return reply.json().data.lines;
}

test('a campus admin who looks at work in a class leaves a line an hour, and staff none', async () => {
  const { app } = server;
  const looking = await makeAdmin(server.pool);
  const urls = [
    `/api/v1/auth/quiz/${params['uniqueId']}/attempts/${params['userId']}/timeline`,
    `/api/v1/assignments/${params['id']}/hand-ins/${params['studentId']?.toLowerCase()}`,
    `/api/v1/hand-ins/${params['handInId']}/tests`,
  ];
  for (const url of [...urls, ...urls]) {
    await app.inject({ url, headers: looking.headers });
    await app.inject({ url, headers: people.owner.headers });
  }
  // The last two are of one assignment.
  expect(await linesOf(looking.id)).toMatchObject([
    { by: looking.id, subject: { kind: 'assignment', id: params['id'] } },
    { by: looking.id, subject: { kind: 'quiz', id: params['uniqueId'] } },
  ]);
  const all = await linesOf(params['userId'] ?? '');
  expect(new Set(all.map(({ by }: { by: string }) => by))).not.toContain(ownerId);
});
