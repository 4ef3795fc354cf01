import { EXPORT_FORMATS } from '@vlabs/contract/questions/question-files';
import { expect, test } from 'vitest';
import { makeQuestion, makeQuiz } from '../testing/acts/make-quiz.ts';
import { countProcesses } from '../testing/count-processes.ts';
import { setUpQuestions } from './questions.setup.ts';

const { server, admin, call, importFile, exportQuiz } = setUpQuestions();

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
