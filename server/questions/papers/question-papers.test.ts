import { expect, test } from 'vitest';
import { makeMixedQuiz, mixedQuestions } from '../../testing/acts/mixed-quiz.ts';
import { makeAdmin, makeListedStudent, makeStudent } from '../../testing/acts/make.ts';
import { makeQuestion, makeQuiz, openSettings } from '../../testing/acts/make-quiz.ts';
import { inkInMargins } from '../../testing/ink-in-margins.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool, 'teacher'));

async function print(quiz: string, path: string, headers = admin.headers) {
  const url = `/api/v1/auth/quiz/${quiz}/${path}`;
  const reply = await server.app.inject({ url, headers });
  const name = String(reply.headers['content-disposition']);
  return {
    status: reply.statusCode,
    name,
    body: reply.rawPayload,
    type: reply.headers['content-type'],
  };
}

const NONE = 'None of the above';
const manyOptions = {
  1: mixedQuestions[3],
  2: {
    QuestionTitle: 'Which structure is first in, first out? ଅଭିଜିତ୍ विद्यार्थी',
    Kind: 'single',
    Body: { options: ['A stack', 'A queue', 'A tree', NONE], pinned: [4] },
    Key: { right: [2], cost: '0' },
  },
  3: makeQuestion('2'),
  4: makeQuestion('3'),
};
const makeLongQuiz = () =>
  makeQuiz(server.app, admin, { formDetails: { TotalQuestions: '4' }, questions: manyOptions });

test('a paper has every kind of question, places for answers, and no correct answer', async () => {
  const quiz = await makeMixedQuiz(server, admin);
  const paper = await print(quiz, 'paper.pdf');
  expect(paper.status).toBe(200);
  expect(paper.type).toBe('application/pdf');
  expect(paper.name).toContain('Stacks paper-A.pdf');
  const { text, isTagged, fonts, meta } = await readPdf(paper.body);
  expect(isTagged).toBe(true);
  expect(meta).toMatch(/pdfuaid:part/);
  expect(fonts.filter(({ isSubset }) => !isSubset)).toEqual([]);
  for (const { QuestionTitle } of Object.values(mixedQuestions)) {
    expect(text).toContain(QuestionTitle.replaceAll('**', ''));
  }
  expect(text).toContain('Set A');
  expect(text).toContain('Full marks');
  expect(text).not.toMatch(/recursion|3\.14|correct/i);
});

test('a key is the same paper with the correct answers', async () => {
  const quiz = await makeMixedQuiz(server, admin);
  const { text } = await readPdf((await print(quiz, 'paper.pdf?content=key')).body);
  expect(text).toContain('recursion');
  expect(text).toContain('3.14');
});

test('sets differ in the order of questions and options, have codes of their own, and keep a last option last', async () => {
  const quiz = await makeLongQuiz();
  const sets = ['A', 'B', 'C', 'D'];
  const texts = await Promise.all(
    sets.map(
      async (set) => (await readPdf((await print(quiz, `paper.pdf?sets=4&set=${set}`)).body)).text,
    ),
  );
  const codes = texts.map((text) => /Set ([A-D]) · ([0-9A-F]{6})/.exec(text)?.slice(1));
  expect(codes.map((code) => code?.[0])).toEqual(sets);
  expect(new Set(codes.map((code) => code?.[1])).size).toBe(4);
  for (const text of texts) {
    expect(text.replaceAll(/\s/g, '')).toContain('विद्यार्थी');
    expect(text.replaceAll(/\s/g, '')).toContain('ଅଭିଜିତ୍');
    expect(text).toMatch(new RegExp(`D\\.\\s+${NONE}`));
  }
});

test('printing the same set again gives the same bytes', async () => {
  const quiz = await makeLongQuiz();
  const [one, other] = await Promise.all([1, 2].map(() => print(quiz, 'paper.pdf?sets=2&set=B')));
  expect(other?.body.equals(one?.body ?? Buffer.of())).toBe(true);
});

test('an answer sheet has circles for options and lines for other answers', async () => {
  const quiz = await makeMixedQuiz(server, admin);
  const { text } = await readPdf((await print(quiz, 'paper.pdf?content=answer-sheet')).body);
  expect(text).toContain('Fill in one circle');
  expect(text).toContain('Signature of the invigilator');
});

test('an attendance sheet seats the students of a test in rooms, with different sets beside each other', async () => {
  const students = [];
  for (let count = 0; count < 5; count += 1) students.push(await makeListedStudent(server.pool));
  const rollNumbers = students.map(({ id }) => id);
  const settings = openSettings({ everyone: false, courses: [], years: [], rollNumbers });
  const quiz = await makeQuiz(server.app, admin, { settings });
  const rooms = encodeURIComponent('Lab 1, 3\nLab 2, 30');
  const sheet = await print(quiz, `attendance.pdf?sets=2&perRow=2&rooms=${rooms}`);
  const { text, pages } = await readPdf(sheet.body);
  expect(pages).toBe(2);
  expect(text).toContain('Lab 1');
  for (const id of rollNumbers) expect(text).toContain(id);
  const { status } = await print(quiz, 'attendance.pdf?rooms=Lab%201');
  expect(status).toBe(400);
});

test('printed pages have no ink where printers do not reach', async () => {
  const quiz = await makeLongQuiz();
  const paths = [
    'paper.pdf?sets=2&set=B',
    'paper.pdf?content=key',
    'paper.pdf?content=answer-sheet',
  ];
  for (const path of paths) expect(inkInMargins((await print(quiz, path)).body)).toBe(0);
});

test('students and strangers print nothing', async () => {
  const quiz = await makeLongQuiz();
  const student = await makeStudent(server.pool);
  expect((await print(quiz, 'paper.pdf', student.headers)).status).toBe(403);
  expect((await print('00000000-0000-4000-8000-000000000000', 'paper.pdf')).status).toBe(404);
});
