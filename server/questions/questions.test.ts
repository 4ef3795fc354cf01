import { expect, test } from 'vitest';
import { makeStudent } from '../testing/acts/make.ts';
import { makeQuestion, makeQuiz } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { setUpQuestions } from './questions.setup.ts';

const { server, admin, call, importFile, exportQuiz } = setUpQuestions();

const list = async (query: string) => (await call('GET', query)).body.data;

async function usesOf(query: string): Promise<number> {
  const { questions } = await list(query);
  return questions[0].uses;
}

const GIFT = '::One::What is 1 + 1? {=2 ~1 ~3 ~4}\n\nWrite about it. {}\n';

test('an import gives questions as the builder has them and what is not read, and writes nothing', async () => {
  const { status, body } = await importFile(GIFT);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      format: 'gift',
      questions: [
        {
          QuestionTitle: 'What is 1 + 1?',
          QuestionOptions: { 1: '2', 2: '1', 3: '3', 4: '4' },
          CorrectAnswer: '1',
        },
      ],
      notRead: [
        {
          item: 'Question 2: Write about it.',
          reason: 'It is an essay question, which isn’t supported.',
        },
      ],
    },
  });
  const { body: bank } = await call('GET', '?search=1%20%2B%201');
  expect(bank.data.total).toBe(0);
});

test('a file of more than 10 MB is refused', async () => {
  const { status, body } = await importFile(Buffer.alloc(11 * 1024 * 1024, 'a'));
  expect(status).toBe(413);
  expect(body.message).toBe('The file is larger than 10 MB. Split it and import each part.');
});

test('a test with questions of other kinds is exported where the format holds them', async () => {
  const several = {
    QuestionTitle: 'Which are linear?',
    Kind: 'several',
    Body: { options: ['Array', 'List', 'Tree'] },
    Key: { right: [1, 2], rule: 'plus_minus' },
  };
  const questions = { 1: { ...makeQuestion('1'), QuestionTitle: 'Which kind?' }, 2: several };
  const quiz = await makeQuiz(server.app, admin, { questions });
  const gift = await exportQuiz(quiz, 'gift');
  expect(gift.statusCode).toBe(200);
  expect(gift.body).toContain('~%50%');
  expect(gift.body).toContain('~%-50%');
  const aiken = await exportQuiz(quiz, 'aiken');
  expect(aiken.statusCode).toBe(409);
  expect(aiken.json()).toMatchObject({
    code: 'other_kind',
    message: 'Aiken can’t hold question 2: it holds one right option. Choose another format.',
  });
});

test('an unknown quiz or format is refused', async () => {
  const unknown = await exportQuiz('00000000-0000-4000-8000-000000000000', 'gift');
  expect(unknown.statusCode).toBe(404);
  expect((await exportQuiz('x', 'word')).statusCode).toBe(400);
});

test('questions of published quizzes are in the bank once, with their uses and how many had them right', async () => {
  const questions = { 1: makeQuestion('1'), 2: makeQuestion('4') };
  const formDetails = { SubjectId: 'Compilers', topic: 'Parsing' };
  const first = await makeQuiz(server.app, admin, { questions, formDetails });
  const second = await makeQuiz(server.app, admin, {
    questions,
    formDetails,
    settings: {
      audience: { everyone: true, courses: [], years: [], rollNumbers: [] },
      scoreOpens: 'at_once',
      answersOpen: 'at_end',
      shuffleQuestions: true,
      shuffleOptions: false,
    },
  });
  await makeQuiz(server.app, admin, {
    questions: { 1: makeQuestion('2') },
    formDetails: { ...formDetails, TotalQuestions: '1', topic: 'Never published' },
    status: 'draft',
  });
  expect(await list('?subject=Compilers')).toMatchObject({
    total: 2,
    questions: [
      { topic: 'Parsing', uses: 2, attempts: 0, rightPercent: null },
      { topic: 'Parsing', uses: 2, attempts: 0, rightPercent: null },
    ],
  });

  for (const quiz of [first, second]) {
    const student = await makeStudent(server.pool);
    const calls = callsOn(server, quiz, student);
    const { data } = (await calls.start()).json();
    const asked = Object.entries<{ QuestionTitle: string }>(data.questions);
    const [number = ''] = asked.find(([, each]) => each.QuestionTitle.includes('number 4')) ?? [];
    expect((await calls.submit({ [number]: '4' })).statusCode).toBe(200);
  }
  const { questions: counted } = await list('?subject=Compilers');
  const rightOf = (answer: string) =>
    counted.find(({ CorrectAnswer }: { CorrectAnswer: string }) => CorrectAnswer === answer);
  expect(rightOf('4')).toMatchObject({ uses: 2, attempts: 2, rightPercent: 100 });
  expect(rightOf('1')).toMatchObject({ uses: 2, attempts: 2, rightPercent: 0 });
});

test('a withdrawn quiz is no use any more, and its questions stay', async () => {
  const quiz = await makeQuiz(server.app, admin, { formDetails: { SubjectId: 'Withdrawn' } });
  const before = await usesOf('?search=number%202');
  await callsOn(server, quiz, admin).post('/status', { status: 'draft' });
  expect(await usesOf('?search=number%202')).toBe(before - 1);
});

test('kept questions are found by text, subject, topic and tag, are kept once, relabelled and taken out', async () => {
  const kept = {
    subject: 'Physics',
    topic: 'Optics',
    tags: ['Light', 'light', 'easy'],
    questions: [1, 2, 3].map((number) => ({
      ...makeQuestion('1'),
      QuestionTitle: `How fast is light, ${number}?`,
    })),
  };
  const added = await call('POST', '', kept);
  expect(added).toMatchObject({ status: 201, body: { data: { added: 3, known: 0 } } });
  expect((await call('POST', '', kept)).body.data).toEqual({ added: 0, known: 3 });

  for (const query of ['search=HOW%20FAST', 'subject=Physics', 'topic=Optics', 'tag=light']) {
    expect((await call('GET', `?${query}`)).body.data.total).toBe(3);
  }
  const { questions, tags } = (await call('GET', '?tag=easy')).body.data;
  expect(questions[0].tags).toEqual(['easy', 'light']);
  expect(tags).toContainEqual({ name: 'light', questions: 3 });

  const [{ questionId }] = questions;
  const labels = { subject: 'Physics', topic: 'Waves', tags: [] };
  expect((await call('PUT', `/${questionId}`, labels)).status).toBe(200);
  expect((await call('GET', '?topic=Waves')).body.data.questions[0]).toMatchObject(labels);
  expect((await call('DELETE', `/${questionId}`)).status).toBe(200);
  expect((await call('DELETE', `/${questionId}`)).status).toBe(404);
  expect((await call('PUT', `/${questionId}`, labels)).status).toBe(404);
});

test('a draw gives as many as are asked for, or all there are, and none that is excepted', async () => {
  const questions = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    ...makeQuestion('2'),
    QuestionTitle: `Draw ${name}`,
  }));
  await call('POST', '', { questions, subject: 'Draws', topic: '', tags: [] });
  const draw = async (body: object) => {
    const { body: reply } = await call('POST', '/draw', { subject: 'Draws', ...body });
    return reply.data.questions.map(
      ({ QuestionTitle }: { QuestionTitle: string }) => QuestionTitle,
    );
  };
  const two = await draw({ count: 2 });
  expect(new Set(two).size).toBe(2);
  const rest = await draw({ count: 10, except: two });
  expect(new Set([...two, ...rest])).toEqual(new Set(questions.map((each) => each.QuestionTitle)));
  expect(rest).toHaveLength(3);
  expect((await call('POST', '/draw', { count: 0 })).status).toBe(400);
});

test('a question that several tests share is found and drawn under the topic of each', async () => {
  const questions = { 1: { ...makeQuestion('1'), QuestionTitle: 'Which sorts are stable?' } };
  const tests = [
    { SubjectId: 'Algorithms', topic: 'Stable sorts' },
    { SubjectId: 'Revision', topic: 'Mid-semester sorts' },
  ];
  const quizzes = [];
  for (const labels of tests) {
    const formDetails = { ...labels, TotalQuestions: '1' };
    quizzes.push(await makeQuiz(server.app, admin, { questions, formDetails }));
  }
  const shared = {
    total: 1,
    questions: [{ topic: 'Stable sorts', otherTopics: ['Mid-semester sorts'], uses: 2 }],
  };
  for (const { SubjectId, topic } of tests) {
    for (const query of [
      `search=${encodeURIComponent(topic.toUpperCase())}`,
      `topic=${encodeURIComponent(topic)}`,
      `subject=${SubjectId}&topic=${encodeURIComponent(topic)}&search=stable`,
    ]) {
      expect(await list(`?${query}`)).toMatchObject(shared);
    }
    const { topics, subjects } = await list('');
    expect(topics).toContainEqual({ name: topic, questions: 1 });
    expect(subjects).toContainEqual({ name: SubjectId, questions: 1 });
    const { body } = await call('POST', '/draw', { subject: SubjectId, topic, count: 5 });
    expect(body.data.questions).toHaveLength(1);
  }
  // A subject and a topic of different tests are not of one.
  expect((await list('?subject=Algorithms&topic=Mid-semester%20sorts')).total).toBe(0);

  const [, second = ''] = quizzes;
  await callsOn(server, second, admin).post('/status', { status: 'draft' });
  expect((await list('?topic=Mid-semester%20sorts')).total).toBe(0);
  expect((await list('?topic=Stable%20sorts')).questions).toMatchObject([{ otherTopics: [] }]);
});
