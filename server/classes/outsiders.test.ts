import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  type Who,
  callers,
  isOnlyStudent,
  makeClassWork,
  roles,
} from '../testing/acts/make-class-work.ts';
import { writeQuizForm, openSettings } from '../testing/acts/make-quiz.ts';
import type { MadePerson } from '../testing/acts/make.ts';
import { rightsOfCalls } from '../testing/rights-of-calls.ts';
import { setUpServer } from '../testing/server.setup.ts';

let people: Record<Who, Pick<MadePerson, 'headers'>>;
let params: Record<string, string>;

const server = setUpServer();
beforeAll(async () => {
  ({ people, params } = await makeClassWork(server));
});

/** The paths of all calls that list. */
const lists = Object.entries(rightsOfCalls).flatMap(([right, names]) =>
  right.split(' ')[1] === 'list'
    ? names.flatMap((name) => (name.startsWith('GET ') ? [name.slice('GET '.length)] : []))
    : [],
);

/** What tells something of the class of the work: its objects, and its student. */
const tracesOf = (text: string) =>
  ['uniqueId', 'id', 'handInId', 'classId', 'sectionId', 'studentId', 'personId'].filter((name) =>
    text.includes(params[name] ?? ''),
  );

const outsiders = callers.filter((who) => !isOnlyStudent(who) && roles[who] === undefined);

test('no list tells those who do not teach a class anything of it, whatever they name', async () => {
  const told: string[] = [];
  const { classId, sectionId, uniqueId, id, studentId } = params;
  const narrowed = [
    '',
    `class=${classId}`,
    `class=${classId}&section=${sectionId}`,
    `chosen=${uniqueId}`,
    `quiz=${uniqueId}`,
    `uniqueId=${uniqueId}`,
    `assignment=${id}`,
    `student=${studentId}`,
    `userId=${studentId}`,
    `search=${studentId}`,
  ];
  expect(lists.length).toBeGreaterThan(10);
  const asked = lists.flatMap((path) => narrowed.map((query) => ({ path, query })));
  for (const { path, query } of asked) {
    for (const who of outsiders) {
      const { headers } = people[who];
      const reply = await server.app.inject({ url: `${path}?${query}`, headers });
      const body = reply.statusCode === 200 ? reply.body.replaceAll(query, '') : '';
      const traces = tracesOf(body).join(', ');
      if (traces !== '' || reply.statusCode === 500)
        told.push(`${path}?${query}, ${who}: ${traces}`);
    }
  }
  expect(told).toEqual([]);
});

test('the lists that others are told nothing by have the rows of the class for its owner', async () => {
  const { owner } = people;
  const found = await Promise.all(
    ['/quizzes', '/auth/getallassignments', '/insight/submissions', '/students', '/classes'].map(
      async (path) => {
        const reply = await server.app.inject({ url: `/api/v1${path}`, headers: owner.headers });
        return tracesOf(reply.body).length > 0;
      },
    ),
  );
  expect(found).toEqual([true, true, true, true, true]);
});

test('nothing is written into a class by those who do not teach it, whatever a body names', async () => {
  const { classId = '', sectionId = '', uniqueId = '', studentId = '' } = params;
  const inClass = { classId, sections: [] };
  const audience = { everyone: true, courses: [], years: [], rollNumbers: [], inClass };
  const settings = openSettings(audience);
  const assignment = { assignment: 'Add.', path: '', filename: '' };
  const sectioned = { ...audience, inClass: { classId, sections: [sectionId] } };
  const calls: ['POST' | 'PUT', string, () => object][] = [
    ['POST', '/auth/quizData', () => writeQuizForm({ settings })],
    ['PUT', `/auth/quiz/${uniqueId}`, () => writeQuizForm({ settings })],
    [
      'PUT',
      `/quiz-drafts/${randomUUID()}`,
      () => ({
        revision: 0,
        content: { details: writeQuizForm().formDetails, settings, questions: [] },
      }),
    ],
    ['POST', '/auth/create-assignment', () => ({ ...assignment, audience })],
    ['POST', '/auth/create-assignment', () => ({ ...assignment, audience: sectioned })],
    ['POST', '/audience-reach', () => ({ ...audience })],
    ['POST', '/audience-reach', () => ({ ...audience, rollNumbers: [studentId] })],
    ['POST', `/classes/${classId}/members`, () => ({ personIds: [studentId], role: 'student' })],
    ['POST', `/classes/${classId}/copies`, () => ({ classId: randomUUID(), termId: randomUUID() })],
  ];
  const taken: string[] = [];
  for (const [method, path, payload] of calls) {
    for (const who of outsiders) {
      const { headers } = people[who];
      const url = `/api/v1${path}`;
      const reply = await server.app.inject({ method, url, headers, payload: payload() });
      if (reply.statusCode !== 403) {
        taken.push(`${method} ${path} as ${who}: ${reply.statusCode} ${reply.body.slice(0, 200)}`);
      }
    }
  }
  expect(taken).toEqual([]);
});
