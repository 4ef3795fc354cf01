import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  makeQuestion,
  makeQuiz,
  type QuizChanges,
  writeQuizForm,
} from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import {
  findQuiz,
  findQuizToStart,
  listQuestions,
  listQuizzes,
  makePaper,
  showDetails,
  writeQuestions,
  writeQuestionsWithoutKeys,
} from './quizzes.reads.ts';

const INCOMPLETE =
  'Please complete all fields, including Correct Answer, Question Title, and Options for all questions.';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeStudent(server.pool));

const create = (payload: object) =>
  server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/quizData/',
    headers: admin.headers,
    payload,
  });

async function list({ headers }: MadePerson, query = ''): Promise<Record<string, unknown>[]> {
  const reply = await server.app.inject({ url: `/api/v1/auth/getQuizData${query}`, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json().updatedQuizData;
}

const findRecord = async (person: MadePerson, id: string, query = '') =>
  (await list(person, query)).find(({ unique_id }) => unique_id === id);

const setStatus = (uniqueId: string, status: string) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1/auth/quiz/${uniqueId}/status`,
    headers: admin.headers,
    payload: { status },
  });

test('a quiz is kept as it was sent, with its time limit in hours', async () => {
  const form = writeQuizForm({
    formDetails: {
      TimeLimit: '2hrs 24min',
      startTime: '2026-11-21T10:30',
      endTime: '2096-11-21T10:30',
    },
  });
  const reply = await create(form);
  expect(reply.statusCode).toBe(201);
  expect(reply.json()).toEqual({ success: true, message: 'Quiz created successfully' });
  expect((await listQuizzes(server.pool)).map(({ uniqueId }) => uniqueId)).toContain(
    form.unique_id,
  );
  const record = await findRecord(admin, form.unique_id);
  expect(record).toEqual({
    unique_id: form.unique_id,
    questions: form.questions,
    completed: false,
    submissionDate: null,
    formDetails: {
      ...form.formDetails,
      TotalQuestions: 2,
      ScorePerQuestion: 5,
      TimeLimit: 2.4,
      startTime: '2026-11-21T05:00:00.000Z',
      endTime: '2096-11-21T05:00:00.000Z',
    },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+05:30$/),
    expired: false,
    status: 'published',
  });
});

test('a student’s listing has neither questions nor a right answer in it', async () => {
  const id = await makeQuiz(server.app, admin);
  const record = await findRecord(student, id, `?userId=${student.id}`);
  expect(record).toMatchObject({ completed: false, submissionDate: null, expired: false });
  expect(record).not.toHaveProperty('questions');
  expect(JSON.stringify(await list(student))).not.toMatch(/Question(Title|Options)|CorrectAnswer/);
});

test('a student reads their own listing only, and an admin anyone’s', async () => {
  const id = await makeQuiz(server.app, admin);
  const other = await makeStudent(server.pool);
  const reply = await server.app.inject({
    url: `/api/v1/auth/getQuizData?userId=${other.id}`,
    headers: student.headers,
  });
  expect(reply.statusCode).toBe(403);
  const seen = await findRecord(admin, id, `?userId=${other.id}`);
  expect(seen).toBeDefined();
  expect(seen).not.toHaveProperty('questions');
});

const CLOSED = {
  scoreOpens: 'never' as const,
  answersOpen: 'never' as const,
  shuffleQuestions: true,
  shuffleOptions: true,
};

test('a quiz for some roll numbers is listed to them alone, whatever their case', async () => {
  const audience = {
    everyone: false,
    courses: [],
    years: [],
    rollNumbers: [student.id.toUpperCase()],
  };
  const settings = { ...CLOSED, audience };
  const id = await makeQuiz(server.app, admin, { settings });
  expect(await findRecord(student, id)).toBeDefined();
  expect(await findRecord(await makeStudent(server.pool), id)).toBeUndefined();
});

test('a quiz for a roll number is listed to its student, whatever digits and dashes name it', async () => {
  const mark = randomUUID().slice(0, 4);
  const [plain, scripted] = [
    await makeStudent(server.pool, `ME-${mark}-61`),
    await makeStudent(server.pool, `PH‑${mark}-६२`),
  ];
  const rollNumbers = [`me–${mark}-६१`, `ph-${mark}-62`];
  const audience = { everyone: false, courses: [], years: [], rollNumbers };
  const settings = { ...CLOSED, audience };
  const id = await makeQuiz(server.app, admin, { settings });
  expect(await findRecord(plain, id)).toBeDefined();
  expect(await findRecord(scripted, id)).toBeDefined();
});

test('questions are kept in composed form', async () => {
  const question = { ...makeQuestion('1'), QuestionTitle: 'Who was Jose\u0301?' };
  const questions = { 1: question, 2: makeQuestion('2') };
  const id = await makeQuiz(server.app, admin, { questions });
  const [kept] = await listQuestions(server.pool, id);
  expect(kept).toMatchObject({ title: 'Who was José?' });
});

test('a draft is not listed to students until it is published', async () => {
  const id = await makeQuiz(server.app, admin, { status: 'draft' });
  expect(await findRecord(admin, id)).toMatchObject({ status: 'draft' });
  expect(await findRecord(student, id)).toBeUndefined();
  const published = await setStatus(id, 'published');
  expect(published.json()).toMatchObject({ success: true, data: { status: 'published' } });
  expect(await findRecord(student, id)).toBeDefined();
  await setStatus(id, 'draft');
  expect(await findRecord(student, id)).toBeUndefined();
  expect((await setStatus(randomUUID(), 'draft')).statusCode).toBe(404);
  expect((await setStatus(id, 'gone')).statusCode).toBe(400);
});

test('a closed quiz is expired', async () => {
  const formDetails = { startTime: '2020-01-01T10:00', endTime: '2020-01-01T11:00' };
  const id = await makeQuiz(server.app, admin, { formDetails });
  expect(await findRecord(student, id)).toMatchObject({ expired: true, completed: false });
});

test('a unique_id that is taken is refused, and the first quiz stays', async () => {
  const id = await makeQuiz(server.app, admin);
  const reply = await create(writeQuizForm({ unique_id: id, formDetails: { topic: 'Other' } }));
  expect(reply.statusCode).toBe(409);
  expect(reply.json()).toMatchObject({ success: false, code: 'unique_id_taken' });
  expect(await findRecord(admin, id)).toMatchObject({ formDetails: { topic: 'Stacks' } });
});

const question = makeQuestion('1');
const withQuestion = (changes: object): QuizChanges => ({
  questions: { 1: question, 2: { ...question, ...changes } },
});
const { QuestionTitle: _, ...untitled } = question;

test.each<[string, QuizChanges]>([
  ['one question too few', { questions: { 1: question } }],
  ['one too many', { questions: { 1: question, 2: question, 3: question } }],
  ['numbers with a gap', { questions: { 1: question, 3: question } }],
  ['numbers from 0', { questions: { 0: question, 1: question } }],
  ['a number with a zero before it', { questions: { 1: question, '02': question } }],
  ['no title', { questions: { 1: question, 2: untitled } }],
  ['a title of spaces', withQuestion({ QuestionTitle: '  ' })],
  ['no right answer', withQuestion({ CorrectAnswer: '' })],
  ['a fifth option marked right', withQuestion({ CorrectAnswer: '5' })],
  ['three options', withQuestion({ QuestionOptions: { 1: 'a', 2: 'b', 3: 'c' } })],
  ['five options', withQuestion({ QuestionOptions: { 1: 'a', 2: 'b', 3: 'c', 4: 'd', 5: 'e' } })],
  ['an empty option', withQuestion({ QuestionOptions: { 1: 'a', 2: 'b', 3: '', 4: 'd' } })],
])('%s is refused with the words of the builder', async (_name, changes) => {
  const reply = await create(writeQuizForm(changes));
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toBe(INCOMPLETE);
});

test('the refusal names each field at fault', async () => {
  const QuestionOptions = { 1: 'a', 2: '', 3: 'c', 4: 'd' };
  const reply = await create(writeQuizForm(withQuestion({ QuestionOptions, CorrectAnswer: '' })));
  expect(reply.json().fields).toMatchObject({
    'questions.2.QuestionOptions.2': 'Write option 2.',
    'questions.2.CorrectAnswer': 'Mark the correct option.',
  });
});

test.each([
  ['TotalQuestions', '', 'Total Questions is required.'],
  ['TotalQuestions', 'ten', 'Total Questions is a number, like 10.'],
  ['TotalQuestions', '1.5', 'Total Questions is a whole number.'],
  ['ScorePerQuestion', '0', 'Score per Question is more than 0.'],
  ['SubjectId', ' ', 'Subject ID is required.'],
  ['ClassName', '', 'Class Name is required.'],
  ['topic', '', 'Topic is required.'],
  ['TimeLimit', '', 'Time Limit is required.'],
  ['TimeLimit', 'soon', 'Write the time limit in hours, like 2.40, or as 2hrs 40min or 90 min.'],
  ['startTime', '', 'Start is required.'],
  ['endTime', '2020-02-30T10:00', 'End is a date with a time.'],
  ['endTime', '2019-01-01T10:00', 'End must be after Start.'],
])('%s %j is refused: %s', async (field, value, message) => {
  const reply = await create(writeQuizForm({ formDetails: { [field]: value } }));
  expect(reply.statusCode).toBe(400);
  expect(reply.json().message).toBe(message);
  expect(reply.json().fields).toMatchObject({ [`formDetails.${field}`]: message });
});

test('a quiz without details is refused in the words of the builder', async () => {
  const { formDetails, ...rest } = writeQuizForm();
  expect(formDetails).toBeDefined();
  const reply = await create(rest);
  expect(reply.json().message).toBe('Please fill in all quiz details before proceeding.');
});

test('numbers are taken as numbers too, and the right answer as a number', async () => {
  const id = await makeQuiz(server.app, admin, {
    formDetails: { TotalQuestions: 1, ScorePerQuestion: 2.5, TimeLimit: 1.5 },
    questions: { 1: { ...question, CorrectAnswer: 4 } },
  });
  expect(await findQuiz(server.pool, id)).toMatchObject({
    totalQuestions: 1,
    scorePerQuestion: 2.5,
    timeLimitSeconds: 5400,
    createdBy: admin.id,
  });
  expect(await listQuestions(server.pool, id)).toMatchObject([{ number: 1, key: { right: [4] } }]);
});

test('a paper is made from the quiz as it stands, and shown without keys', async () => {
  const id = await makeQuiz(server.app, admin);
  const quiz = await findQuizToStart(server.pool, id);
  if (!quiz) throw new Error('The quiz is not there.');
  const paper = makePaper(quiz, await listQuestions(server.pool, id), student.id);
  expect(paper.map((asked) => asked.key)).toMatchObject([{ right: [2] }, { right: [3] }]);
  expect(showDetails(quiz)).toMatchObject({ TotalQuestions: 2, TimeLimit: 2 });
  expect(writeQuestions(paper)).toEqual({ 1: makeQuestion('2'), 2: makeQuestion('3') });
  expect(writeQuestionsWithoutKeys(paper)).toEqual({
    1: {
      QuestionTitle: 'Which is number 2?',
      QuestionOptions: { 1: 'one', 2: 'two', 3: 'three', 4: 'four' },
    },
    2: expect.not.objectContaining({ CorrectAnswer: expect.anything() }),
  });
});
