import { EXPORT_FORMATS } from '@vlabs/contract/questions/question-files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { makeQuestion, makeQuiz } from '../testing/acts/make-quiz.ts';
import { makeForm } from '../testing/acts/student-lists.ts';
import { countProcesses } from '../testing/count-processes.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';

let server: TestApp;
let admin: MadePerson;
beforeAll(async () => {
  server = await makeTestApp();
  admin = await makeAdmin(server.pool, 'teacher');
});
afterAll(() => server.close());

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
  const reply = await server.app.inject({
    method,
    url: `/api/v1/questions${path}`,
    headers: admin.headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function importFile(file: Buffer | string, fields: Record<string, string> = {}) {
  const { headers, payload } = makeForm(file, fields, 'questions.txt');
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/questions/import',
    headers: { ...headers, ...admin.headers },
    payload,
  });
  return { status: reply.statusCode, body: reply.json() };
}

const exportQuiz = (quiz: string, format: string) =>
  server.app.inject({
    method: 'GET',
    url: `/api/v1/questions/export?format=${format}&quiz=${quiz}`,
    headers: admin.headers,
  });

test('a file is read in a process of its own, so that a slow one holds up no other call', async () => {
  const processes = await countProcesses(async () => {
    expect((await importFile('{ '.repeat(2_000_000))).status).toBe(200);
  });
  expect(processes).toBe(1);
});

const GIFT = '::One::What is 1 + 1? {=2 ~1 ~3 ~4}\n\nWrite about it. {}\n';

test('a format that is told is held to', async () => {
  const aiken = await importFile(GIFT, { format: 'aiken' });
  expect(aiken.status).toBe(200);
  expect(aiken.body.data.questions).toEqual([]);
  expect((await importFile(GIFT, { format: 'moodle-xml' })).body).toMatchObject({
    code: 'wrong_format',
    message: 'This file isn’t Moodle XML. Choose another file, or let the format be detected.',
  });
  expect(await importFile(GIFT, { format: 'docx' })).toMatchObject({ status: 400 });
});

test.each([
  ['a form without a file', undefined, 'invalid_form'],
  ['an empty file', '', 'empty_file'],
  ['a broken package', Buffer.from('504b03041400000000', 'hex'), 'broken_package'],
])('%s is refused with 400', async (_name, file, code) => {
  const reply = file === undefined ? await call('POST', '/import') : await importFile(file);
  expect(reply).toMatchObject({ status: 400, body: { success: false, code } });
});

test.each(EXPORT_FORMATS)(
  'a quiz exported as %s is the same when it is imported',
  async (format) => {
    const quiz = await makeQuiz(server.app, admin, {
      formDetails: { topic: `Trees of ${format}` },
    });
    const file = await exportQuiz(quiz, format);
    expect(file.statusCode).toBe(200);
    expect(file.headers['content-disposition']).toContain(
      `filename="data-structures-trees-of-${format}`,
    );
    const { body } = await importFile(file.rawPayload);
    const topic = format === 'aiken' ? {} : { topic: `Trees of ${format}` };
    expect(body.data).toEqual({
      format,
      questions: [
        { ...makeQuestion('2'), ...topic },
        { ...makeQuestion('3'), ...topic },
      ],
      notRead: [],
    });
  },
);
