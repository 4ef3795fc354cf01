import { type Endpoint, endpoint as makeEndpoint } from '@vlabs/contract/http/endpoint';
import { type ClassRole, classRights } from '@vlabs/contract/http/rights';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  RESULT,
  type Who,
  addressOf,
  callers,
  inSection,
  isOnlyStudent,
  makeClassWork,
  roles,
} from '../testing/acts/make-class-work.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { rightsOfCalls } from '../testing/rights-of-calls.ts';
import { setUpServer } from '../testing/server.setup.ts';

const endpoints = new Map<string, Endpoint>();
let admin: MadePerson;
let people: Record<Who, Pick<MadePerson, 'headers'>>;
let ownerId: string;
let params: Record<string, string>;

const server = setUpServer({
  onRoute: ({ url, config }) => {
    const { endpoint } = config ?? {};
    if (endpoint) endpoints.set(`${endpoint.method} ${url}`, endpoint);
  },
});
beforeAll(async () => {
  ({ admin, ownerId, people, params } = await makeClassWork(server));
});

async function call(method: Endpoint['method'], url: string, as: MadePerson, payload?: object) {
  const { headers } = as;
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(reply.statusCode, `${url}: ${reply.body}`).toBeLessThan(300);
  return reply;
}

/** Calls about one person, or about part of a class, name the student of the section. */
const namesStudent = ({ method, path, right }: Endpoint) =>
  `${method} ${path}` === RESULT ||
  /:(userId|studentId|handInId|rollNumber)/.test(path) ||
  (typeof right === 'object' && (right.of === 'student' || right.of === 'hand-in'));

/** By the table of rights in the test, not by the endpoint's own. */
const rights = new Map(
  Object.entries(rightsOfCalls).flatMap(([right, names]) =>
    names.map((name): [string, string[]] => [name, right.split(' ')]),
  ),
);

function may(who: Who, asked: Endpoint): boolean {
  const { access } = asked;
  const isStudent = who.startsWith('student');
  const asStudent = access !== 'anyone' && access.includes('student');
  const [right, of, whole] = rights.get(`${asked.method} ${asked.path}`) ?? [];
  if (right === 'campus') return false;
  if (right === 'own') return !isStudent || asStudent;
  if (right === 'teach') return !isStudent;
  if (isOnlyStudent(who)) return false;
  if (of === 'list') return true;
  const role = roles[who];
  const allowed = Object.entries(mayBeGiven).find(([name]) => name === right)?.[1] ?? [];
  if (role === undefined || !allowed.includes(role)) return false;
  if (whole === 'whole' && inSection(who)) return false;
  return who !== 'assistant of another section' || !namesStudent(asked);
}

/** These end the caller's session. */
const endsTheCaller = new Set(['POST /api/v1/auth/logout', 'DELETE /api/v1/auth/sessions/:id']);
/** Streams stay open until the caller disconnects. */
const goesOn = /\/events$/;

const rightOf = (name: string) => endpoints.get(name)?.right;

/** Repeated here, so that a change cannot extend a right unnoticed. */
const mayBeGiven: Record<string, ClassRole[]> = {
  edit: ['owner', 'teacher'],
  viewKeys: ['owner', 'teacher', 'assistant'],
  viewWork: ['owner', 'teacher', 'assistant'],
  grade: ['owner', 'teacher', 'assistant'],
  extendTime: ['owner', 'teacher', 'assistant'],
  changeResults: ['owner', 'teacher'],
  analyse: ['owner', 'teacher', 'assistant'],
  enrol: ['owner', 'teacher'],
  manageStaff: ['owner'],
  manageClass: ['owner'],
};

test('who may do what in a class is as the university decided', () => {
  expect(classRights).toEqual(mayBeGiven);
  const declared = [...endpoints].flatMap(([name, { access, right }]) => {
    if (access === 'anyone' || !access.includes('admin')) return [];
    const said =
      typeof right === 'object'
        ? [right.to, right.of, ...(right.wholeClassOnly ? ['whole'] : [])].join(' ')
        : String(right);
    return name.endsWith('/') ? [] : [`${said}: ${name}`];
  });
  const decided = [...rights].map(([name, right]) => `${right.join(' ')}: ${name}`);
  expect(declared.toSorted()).toEqual(decided.toSorted());
  expect(rightOf('POST /api/v1/classes')).toBe('teach');
  expect(rightOf('POST /api/v1/terms')).toBe('campus');
  expect(rightOf('GET /api/v1/audit/lines')).toBe('campus');
  expect(rightOf('GET /api/v1/data-protection')).toBe('campus');
});

test('a call for admins that names no right does not compile', () => {
  const given = { method: 'GET', path: '/x', summary: 'x', reply: z.null() } as const;
  expect(makeEndpoint({ ...given, access: ['admin'], right: 'campus' }).right).toBe('campus');
  // @ts-expect-error The right is missing.
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
    const url = addressOf(one, params);
    for (const who of callers) {
      // The caller then counts as a student.
      if (isOnlyStudent(who) && one.access.includes('student')) continue;
      const reply = await server.app.inject({
        method: one.method,
        url,
        headers: people[who].headers,
        // No call accepts this body, so nothing is changed.
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

/** Audit lines about viewed work, by or about a person. */
async function linesOf(person: string) {
  const reply = await call('GET', `/api/v1/audit/lines?action=see-work&person=${person}`, admin);
  return reply.json().data.lines;
}

test('every call that shows the work of students says so, and no other does', () => {
  const read = [...endpoints].flatMap(([name, { method, right, audit, showsWork }]) =>
    method === 'GET' &&
    audit !== 'kept' &&
    typeof right === 'object' &&
    ['viewWork', 'analyse'].includes(right.to)
      ? [{ name: name.replace('GET /api/v1', ''), showsWork: showsWork === true }]
      : [],
  );
  const withoutWork = read.filter(({ showsWork }) => !showsWork).map(({ name }) => name);
  // Names and numbers, and the list of those who may be chosen.
  expect(withoutWork.toSorted()).toEqual([
    '/admin-counts',
    '/assignments/totals',
    '/auth/quiz/:uniqueId/archives',
    '/auth/quiz/:uniqueId/judging',
    '/auth/quiz/:uniqueId/progress',
    '/classes/:classId',
    '/classes/:classId/members',
    '/insight/quizzes',
    '/students',
    '/students/:rollNumber',
  ]);
  const marked = [...endpoints.values()].filter(({ showsWork }) => showsWork);
  expect(marked.length).toBe(read.length - withoutWork.length);
});

test('each call that shows work in a class leaves a line of the campus admin who made it', async () => {
  for (const asked of [...endpoints.values()].filter(({ showsWork }) => showsWork)) {
    if (goesOn.test(asked.path)) continue;
    const looking = await makeAdmin(server.pool);
    await server.app.inject({ url: addressOf(asked, params), headers: looking.headers });
    const lines = await linesOf(looking.id);
    expect(lines, `of ${asked.path}`).toMatchObject([{ by: looking.id }]);
  }
});

test('a campus admin who looks at a student of no class leaves no line', async () => {
  const [looking, student] = [await makeAdmin(server.pool), await makeStudent(server.pool)];
  await call('GET', `/api/v1/students/${student.id}/work`, looking);
  expect(await linesOf(looking.id)).toEqual([]);
});

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
  // The last two calls are about the same assignment.
  expect(await linesOf(looking.id)).toMatchObject([
    { by: looking.id, subject: { kind: 'assignment', id: params['id'] } },
    { by: looking.id, subject: { kind: 'quiz', id: params['uniqueId'] } },
  ]);
  const all = await linesOf(params['userId'] ?? '');
  expect(new Set(all.map(({ by }: { by: string }) => by))).not.toContain(ownerId);
});
