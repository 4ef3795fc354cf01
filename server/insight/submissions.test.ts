import { SUBMISSIONS_AT_ONCE } from '@vlabs/contract/insight/insight';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { putFindings, putHandInsAtOneMoment } from '../testing/database/submissions.queries.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

let one: MadePerson;
let other: MadePerson;
let quizId: string;

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  [one, other] = [await makeListedStudent(server.pool), await makeListedStudent(server.pool)];
  quizId = await makeQuiz(server.app, admin, { formDetails: { topic: '100% queues' } });
  const calls = callsOn(server, quizId, one);
  await calls.start();
  await calls.submit({ 1: '2' });
  await callsOn(server, quizId, other).start();
  await handIn(one, await assign('Linked lists'));
  await handIn(other, await assign('Bubble sort', new Date(Date.now() - 60_000).toISOString()));
});

async function assign(title: string, dueAt?: string): Promise<string> {
  const payload = { title, assignment: 'Write it.', maxMarks: 10, ...(dueAt && { dueAt }) };
  const url = '/api/v1/auth/create-assignment';
  const { headers } = admin;
  return (await server.app.inject({ method: 'POST', url, headers, payload })).json().data.id;
}

async function handIn({ headers }: MadePerson, assignmentId: string) {
  const url = `/api/v1/assignments/${assignmentId}/hand-ins`;
  const payload = { kind: 'text', text: 'Done.' };
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(201);
}

async function list(query = '') {
  const url = `/api/v1/insight/submissions${query}`;
  const { headers } = admin;
  return (await server.app.inject({ method: 'GET', url, headers })).json().data;
}

/** Makes this many students hand in at the same moment; returns their roll numbers. */
async function putAtOneMoment(assignmentId: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, cursor) => `M${String(cursor).padStart(4, '0')}`);
  await putHandInsAtOneMoment(server.pool, assignmentId, names);
  return names;
}

const byText = (text: string, next: string) => (text < next ? -1 : 1);

const titlesOf = ({ submissions }: { submissions: { title: string }[] }) =>
  submissions.map(({ title }) => title);

test('hand-ins and submitted quizzes stand in one list, the newest first', async () => {
  const found = await list();
  expect(titlesOf(found)).toEqual(['Bubble sort', 'Linked lists', '100% queues']);
  expect(found.next).toBeNull();
  expect(found.submissions[0]).toMatchObject({ isLate: true, score: null, fullScore: 10 });
  expect(found.submissions[2]).toMatchObject({
    kind: 'quiz',
    id: quizId,
    userId: one.id,
    score: 5,
    fullScore: 10,
  });
});

test('the list is narrowed by kind, by state and by words, whatever signs they hold', async () => {
  expect(titlesOf(await list('?kind=quiz'))).toEqual(['100% queues']);
  expect(titlesOf(await list('?state=late'))).toEqual(['Bubble sort']);
  expect(titlesOf(await list('?state=to_mark'))).toEqual(['Bubble sort', 'Linked lists']);
  expect(titlesOf(await list('?state=marked'))).toEqual(['100% queues']);
  expect(titlesOf(await list(`?search=LISTS%20${one.id}`))).toEqual(['Linked lists']);
  expect(titlesOf(await list('?search=%25'))).toEqual(['100% queues']);
  expect(titlesOf(await list('?search=nobody'))).toEqual([]);
});

test('pages follow each other without a gap, also where several came at one moment', async () => {
  const late = await assign('Queues of one moment');
  const ids = await putAtOneMoment(late, SUBMISSIONS_AT_ONCE + 7);
  const first = await list('?search=moment');
  expect(first.submissions).toHaveLength(SUBMISSIONS_AT_ONCE);
  const second = await list(`?search=moment&after=${encodeURIComponent(first.next)}`);
  expect(second.next).toBeNull();
  const seen = [...first.submissions, ...second.submissions].map(({ userId }) => userId);
  expect(seen.toSorted(byText)).toEqual(ids.toSorted(byText));
  // Matching many people; many people and one title; one person and one title; and nothing.
  expect((await list('?search=m0')).submissions).toHaveLength(SUBMISSIONS_AT_ONCE);
  expect((await list('?search=m00%20moment')).submissions).toHaveLength(100);
  const [only, ...more] = (await list(`?search=moment%20${ids[3]}`)).submissions;
  expect([only.userId, more]).toEqual([ids[3], []]);
  expect((await list(`?search=lists%20${ids[3]}`)).submissions).toEqual([]);
});

test('a search that is too long is refused with what to do', async () => {
  const url = `/api/v1/insight/submissions?search=${'a'.repeat(201)}`;
  const { headers } = admin;
  const reply = await server.app.inject({ method: 'GET', url, headers });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toBe('Search for at most 200 characters.');
});

test('a page that the server has not named is refused', async () => {
  const url = '/api/v1/insight/submissions?after=yesterday';
  const { headers } = admin;
  const reply = await server.app.inject({ method: 'GET', url, headers });
  expect(reply.json().message).toBe('That page is not known. Begin with the first.');
});

test('the queue of marks goes from the oldest to the newest and starts again at the end', async () => {
  const next = async (after = '') => {
    const url = `/api/v1/insight/to-mark${after === '' ? '' : `?after=${after}`}`;
    const { headers } = admin;
    return (await server.app.inject({ method: 'GET', url, headers })).json().data;
  };
  const waiting = (await list('?state=to_mark')).submissions;
  const oldest = await next();
  const second = await next(oldest.next.handInId);
  expect(oldest.waiting).toBeGreaterThanOrEqual(waiting.length);
  expect(second.next.handInId).not.toBe(oldest.next.handInId);
  const [newest] = waiting;
  expect((await next(newest.handInId)).next).toMatchObject({ assignmentId: expect.any(String) });
  // A marked hand-in leaves the queue.
  const url = `/api/v1/hand-ins/${oldest.next.handInId}/mark`;
  const payload = { marks: 7, comment: '' };
  await server.app.inject({ method: 'PUT', url, headers: admin.headers, payload });
  expect(await next()).toMatchObject({ waiting: oldest.waiting - 1, next: second.next });
});

test('the hand-ins that the filters leave come as one file, a folder an assignment', async () => {
  const url = '/api/v1/insight/submissions.zip?search=sort';
  const { headers } = admin;
  const reply = await server.app.inject({ method: 'GET', url, headers });
  expect(reply.headers['content-type']).toBe('application/zip');
  const names = Object.keys(unzipSync(reply.rawPayload));
  expect(names.toSorted(byText)).toEqual([
    `Bubble sort/${other.id} ${other.name}/answer.md`,
    'Bubble sort/marks.csv',
  ]);
});

test('tests and similarity stand beside a hand-in and narrow the list', async () => {
  const [submission] = (await list('?search=sort')).submissions;
  const [another] = (await list('?search=lists')).submissions;
  expect(submission).toMatchObject({ tests: null, similarity: null });
  await putFindings(server.pool, { handInId: submission.handInId, nearestId: another.handInId });
  const [found] = (await list('?search=sort')).submissions;
  expect(found).toMatchObject({
    tests: { points: 3, maxPoints: 5, hasFailed: false },
    similarity: { highest: 0.75, handInId: another.handInId, language: 50 },
  });
  expect(titlesOf(await list('?tests=failed'))).toEqual(['Bubble sort']);
  expect(titlesOf(await list('?tests=passed'))).toEqual([]);
  expect(titlesOf(await list('?tests=waiting'))).toEqual([]);
  expect(titlesOf(await list('?similar=75'))).toEqual(['Bubble sort']);
  expect(titlesOf(await list('?similar=76'))).toEqual([]);
});
