import { expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { makeQuestion, makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

async function ask(url: string, { headers } = admin) {
  return server.app.inject({ method: 'GET', url: `/api/v1${url}`, headers });
}

async function sit(quizId: string, student: MadePerson, answers: object) {
  const calls = callsOn(server, quizId, student);
  expect((await calls.start()).statusCode).toBe(200);
  expect((await calls.submit(answers)).statusCode).toBe(200);
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const listed = (course: string, graduationYear = '2027', mentorName = 'Dr Rao') =>
  makeListedStudent(server.pool, { course, graduationYear, mentorName });

test('statistics are those of the submitted attempts, in per cent', async () => {
  const quizId = await makeQuiz(server.app, admin);
  // Correct are option 2 of question 1 and option 3 of question 2.
  for (const answers of [{ 1: '2', 2: '3' }, { 1: '2', 2: '1' }, { 1: '4', 2: '3' }, { 2: '2' }]) {
    await sit(quizId, await listed('CSE'), answers);
  }
  const waiting = await listed('CSE');
  await callsOn(server, quizId, waiting).start();

  const { data } = (await ask(`/auth/quiz/${quizId}/statistics`)).json();
  expect(data.quiz).toMatchObject({ attempts: 4, mean: 50, median: 50, skewness: 0 });
  expect(data.quiz.standardDeviation).toBeCloseTo(50 * Math.sqrt(2 / 3), 9);
  expect(data.quiz.internalConsistency).toBeCloseTo(0, 9);
  expect(data.questions).toHaveLength(2);
  expect(data.questions[0]).toMatchObject({
    number: 1,
    facility: 50,
    randomGuessScore: 25,
    intendedWeight: 50,
    counts: { 1: 0, 2: 2, 3: 0, 4: 1, none: 1 },
  });
  expect(data.questions[0].standardDeviation).toBeCloseTo(100 * Math.sqrt(1 / 3), 9);
  expect(data.questions[0].effectiveWeight).toBeCloseTo(50, 9);
  expect(data.questions[1].counts).toEqual({ 1: 1, 2: 1, 3: 2, 4: 0, none: 0 });
});

test('of a quiz that nobody has submitted, what is not defined is null', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const { data } = (await ask(`/auth/quiz/${quizId}/statistics`)).json();
  expect(data.quiz).toEqual({
    attempts: 0,
    mean: null,
    median: null,
    standardDeviation: null,
    skewness: null,
    kurtosis: null,
    internalConsistency: null,
    errorRatio: null,
    standardError: null,
  });
  expect(data.questions[0]).toMatchObject({ facility: null, discriminationIndex: null });
});

test('a quiz that is not known is said to be so', async () => {
  const reply = await ask('/auth/quiz/00000000-0000-4000-8000-000000000000/statistics');
  expect(reply.statusCode).toBe(404);
});

test('options count under the teacher’s numbers though each student sees them in another order', async () => {
  const settings = {
    ...openSettings({ everyone: true }),
    shuffleQuestions: true,
    shuffleOptions: true,
  };
  const questions = { 1: makeQuestion('2'), 2: makeQuestion('3') };
  const quizId = await makeQuiz(server.app, admin, { settings, questions });
  for (let sat = 0; sat < 6; sat++) {
    const student = await listed('CSE');
    const calls = callsOn(server, quizId, student);
    const shown = Object.entries((await calls.start()).json().data.questions);
    const answers = shown.map(([number, question]) => [number, findOption(question, 'three')]);
    await calls.submit(Object.fromEntries(answers));
  }
  const { data } = (await ask(`/auth/quiz/${quizId}/statistics`)).json();
  const third = { 1: 0, 2: 0, 3: 6, 4: 0, none: 0 };
  expect(data.questions.map(({ counts }: { counts: object }) => counts)).toEqual([third, third]);
  expect(data.questions.map(({ facility }: { facility: number }) => facility)).toEqual([0, 100]);
});

function findOption(question: unknown, text: string): string | undefined {
  const options = Object(question).QuestionOptions;
  return Object.keys(options).find((option) => options[option] === text);
}

test('a class is shown by scores, by times, and by course, year and mentor', async () => {
  const quizId = await makeQuiz(server.app, admin);
  await sit(quizId, await listed('CSE', '2027', 'Dr Rao'), { 1: '2', 2: '3' });
  await sit(quizId, await listed('CSE', '2026', 'Dr Rao'), { 1: '2', 2: '1' });
  await sit(quizId, await listed('IT', '2027', ''), { 1: '1', 2: '1' });

  const { data } = (await ask(`/insight/quizzes/${quizId}`)).json();
  expect(data.scores.map(({ count }: { count: number }) => count)).toEqual([
    1, 0, 0, 0, 0, 1, 0, 0, 0, 1,
  ]);
  expect(data.groups.courses).toMatchObject([
    { name: 'CSE', attempts: 2, mean: 75 },
    { name: 'IT', attempts: 1, mean: 0 },
  ]);
  expect(data.groups.years).toHaveLength(2);
  expect(data.groups.mentors).toMatchObject([{ name: 'Dr Rao', attempts: 2 }]);
  expect(data.questions[0].reading.kind).toBe('too_few');
  expect(data.submissions.at(-1).count).toBe(3);
  expect(data.invited).toBeGreaterThanOrEqual(3);
});

test('of a student, results, topics and what is missing are shown', async () => {
  const student = await listed('MECH');
  const audience = { everyone: false, rollNumbers: [student.id] };
  const settings = openSettings(audience);
  for (const topic of ['Trees', 'Trees', 'Graphs']) {
    const quizId = await makeQuiz(server.app, admin, { settings, formDetails: { topic } });
    await sit(quizId, student, topic === 'Trees' ? { 1: '2', 2: '3' } : { 1: '2' });
  }
  const formDetails = { topic: 'Heaps', startTime: hoursAgo(30), endTime: hoursAgo(24) };
  await makeQuiz(server.app, admin, { settings, formDetails });

  const { data } = (await ask(`/insight/students/${student.id.toLowerCase()}`)).json();
  expect(data.student).toMatchObject({ id: student.id, course: 'MECH' });
  expect(data.results.map(({ percent }: { percent: number }) => percent)).toEqual([100, 100, 50]);
  expect(data.trend).toBeCloseTo(-25, 9);
  expect(data.topics).toEqual([
    { topic: 'Graphs', quizzes: 1, mean: 50 },
    { topic: 'Trees', quizzes: 2, mean: 100 },
  ]);
  expect(data.missing).toMatchObject([{ kind: 'quiz', title: 'Heaps' }]);
});

test('only quizzes whose Start has passed are offered, the latest first', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const future = await makeQuiz(server.app, admin, { formDetails: { startTime: later } });
  const draft = await makeQuiz(server.app, admin, { status: 'draft' });
  const { data } = (await ask('/insight/quizzes')).json();
  const ids = data.map(({ uniqueId }: { uniqueId: string }) => uniqueId);
  expect(ids).not.toContain(future);
  expect(ids).not.toContain(draft);
  expect(ids.length).toBeGreaterThan(0);
});

test('a term is compared by course, year and mentor, with quizzes and assignments apart', async () => {
  const [from, to] = ['2024-02-01', '2024-02-29'];
  const audience = { everyone: false, courses: ['Comparison'] };
  const settings = openSettings(audience);
  const [first, second] = [await listed('Comparison', '2031'), await listed('Comparison', '2032')];
  const quizId = await makeQuiz(server.app, admin, { settings });
  await sit(quizId, first, { 1: '2', 2: '3' });
  await sit(quizId, second, { 1: '2' });
  await server.pool.query(
    // The last minute of the last day in Kolkata.
    "update quizzes set starts_at = '2024-02-29T18:29:00Z' where unique_id = $1",
    [quizId],
  );
  const { data } = (await ask(`/insight/classes?from=${from}&to=${to}`)).json();
  expect([data.quizzes, data.assignments]).toEqual([1, 0]);
  const find = (name: string) => data.groups.find((one: { name: string }) => one.name === name);
  expect(find('Comparison')).toMatchObject({
    by: 'course',
    students: 2,
    quizzes: { students: 2, results: 2, mean: 75, points: [50, 100] },
    assignments: null,
  });
  expect(find('2031').quizzes).toMatchObject({ students: 1, mean: 100 });
  expect((await ask('/insight/classes?from=2024-03-01&to=2024-03-01')).json().data.quizzes).toBe(0);
});

test.each([
  ['from=2024-02-01', 400],
  ['from=2024-02-30&to=2024-03-01', 400],
  ['from=2024-03-02&to=2024-03-01', 400],
  ['from=0001-01-01&to=2024-03-01', 400],
])('a term of %s is refused', async (query, status) => {
  expect((await ask(`/insight/classes?${query}`)).statusCode).toBe(status);
});

test('of the quizzes that began it is said whether anybody submitted them', async () => {
  const [sat, waiting] = [await makeQuiz(server.app, admin), await makeQuiz(server.app, admin)];
  await sit(sat, await listed('CSE'), { 1: '2' });
  const { data } = (await ask('/insight/quizzes')).json();
  const has = (id: string) =>
    data.find(({ uniqueId }: { uniqueId: string }) => uniqueId === id).hasSubmissions;
  expect([has(sat), has(waiting)]).toEqual([true, false]);
});
