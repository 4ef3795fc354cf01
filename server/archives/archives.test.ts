import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { makeAdmin } from '../testing/acts/make.ts';
import { makeMixedQuiz, mixedSettings } from '../testing/acts/mixed-quiz.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import {
  SUM,
  answerWith,
  makeProgramQuiz,
  publishUnchecked,
} from '../testing/acts/program-quiz.ts';
import { readPdf } from '../testing/read-pdf.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';
import { OVER_MS, archivesBy, sit } from './archives.setup.ts';
import { unpack, verifyByHand } from './verify-by-hand.setup.ts';

const clock = new TestClock();
const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
const archives = () => archivesBy(server, admin);
afterEach(() => clock.set(Date.now()));

const sha256Of = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

test('a test is archived by itself after its end, and everybody can verify the archive', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const { student, receipt } = await sit(server, quizId, { 1: '2', 2: '3' });
  await sit(server, quizId, { 1: '1' });
  await archives().sweep();
  expect(await archives().list(quizId)).toMatchObject({ archives: [], wait: { for: 'end' } });

  clock.pass(OVER_MS);
  await archives().sweep();
  const [sealed] = await archives().waitFor(quizId, 1);
  expect(sealed).toMatchObject({ number: 1, reason: 'sealed', done: 2, total: 2, isBroken: false });

  const zip = await archives().download(quizId);
  expect(sha256Of(zip)).toBe(sealed.zipSha256);
  const files = unpack(zip);
  const said = await verifyByHand(files);
  const lines = said.trimEnd().split('\n');
  expect(lines).toHaveLength(Object.keys(files).length - 1);
  expect(lines.filter((line) => !line.endsWith(': OK'))).toEqual([]);
  expect(sha256Of(files['manifest.sha256'] ?? '')).toBe(sealed.manifestSha256);
  expect(Object.keys(files).at(-1)).toBe('manifest.sha256');

  const slip = await archives().get(quizId, '/1/slip.pdf');
  const { text, pages } = await readPdf(slip.rawPayload);
  expect(pages).toBe(1);
  expect(text.replaceAll(/\s/g, '')).toContain(sealed.manifestSha256);
  expect((await archives().get(quizId, '/2/slip.pdf')).statusCode).toBe(404);

  const all = JSON.parse(String(files['all.json']));
  const { reference } = all.people.find(
    ({ rollNumber }: { rollNumber: string }) => rollNumber === student.id,
  );
  expect(sha256Of(files[`attempts/${reference}/answers.json`] ?? '')).toBe(receipt.sha256);
  expect(String(files['results.csv'])).toContain(student.id);
});

test('no path and no file of an attempt names a person', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const { student } = await sit(server, quizId, { 1: '2' });
  clock.pass(OVER_MS);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  const files = unpack(await archives().download(quizId));
  expect(Object.keys(files).toSorted()).toEqual([
    'README.txt',
    'all.json',
    'attempts/0001/answers.json',
    'attempts/0001/attempt.json',
    'attempts/0001/attempt.pdf',
    'attempts/0001/timeline.json',
    'manifest.sha256',
    'questions.json',
    'results.csv',
  ]);
  const naming = Object.entries(files)
    .filter(([, bytes]) => String(bytes).includes(student.id))
    .map(([name]) => name);
  expect(naming.toSorted()).toEqual(['all.json', 'results.csv']);
  const { text } = await readPdf(files['attempts/0001/attempt.pdf'] ?? Buffer.of());
  expect(text).not.toContain(student.id);
  expect(text).not.toContain(student.name);
});

test('the document of an attempt lasts, and shows the questions as the student saw them, with the answers in words', async () => {
  const quizId = await makeMixedQuiz(server, admin, {
    settings: { ...mixedSettings, shuffleOptions: true },
  });
  const { receipt } = await sit(server, quizId, { 4: 'true', 6: 'विद्यार्थी ଅଭିଜିତ୍' });
  clock.pass(OVER_MS);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  const files = unpack(await archives().download(quizId));
  const { text, meta, isTagged, fonts } = await readPdf(
    files['attempts/0001/attempt.pdf'] ?? Buffer.of(),
  );
  expect(isTagged).toBe(true);
  expect(meta).toMatch(/pdfaid:part>2</);
  expect(meta).toMatch(/pdfaid:conformance>A</);
  expect(fonts.filter(({ isSubset }) => !isSubset)).toEqual([]);
  for (const words of [receipt.sha256, '5 of 5', 'chosen, correct', 'Not answered', 'Submitted']) {
    expect(text).toContain(words);
  }
  expect(text.replaceAll(/\s/g, '')).toContain('विद्यार्थीଅଭିଜିତ୍');
});

test('a program that could not be judged is archived after a day, as a file with its hash in the receipt', async () => {
  const quizId = await makeProgramQuiz(server, admin, { status: 'draft' });
  await publishUnchecked(server, quizId);
  const { receipt } = await sit(server, quizId, { 1: '2', 2: answerWith(SUM) });
  clock.pass(OVER_MS);
  await archives().sweep();
  expect((await archives().list(quizId)).wait).toMatchObject({ for: 'judging', count: 1 });

  clock.pass(OVER_MS);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  const files = unpack(await archives().download(quizId));
  const answers = String(files['attempts/0001/answers.json']);
  expect(sha256Of(answers)).toBe(receipt.sha256);
  expect(String(files['attempts/0001/question-02.py'])).toBe(SUM);
  expect(JSON.parse(answers).programs['2'].sha256).toBe(
    sha256Of(files['attempts/0001/question-02.py'] ?? ''),
  );
  expect(JSON.parse(String(files['attempts/0001/attempt.json']))).toMatchObject({
    state: 'not judged',
    score: null,
  });
});

test('equal content gives equal bytes', async () => {
  const quizId = await makeQuiz(server.app, admin);
  await sit(server, quizId, { 1: '2' });
  clock.pass(OVER_MS);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  const once = await archives().download(quizId);
  await server.pool.query('delete from archives where quiz_id = $1', [quizId]);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  expect((await archives().download(quizId)).equals(once)).toBe(true);
});

test('a test that nobody took has no archive', async () => {
  const quizId = await makeQuiz(server.app, admin);
  clock.pass(OVER_MS);
  await archives().sweep();
  expect(await archives().list(quizId)).toEqual({ archives: [], wait: { for: 'attempts' } });
});

test('a person who looks at an ended test need not wait for the sweep', async () => {
  const quizId = await makeQuiz(server.app, admin);
  await sit(server, quizId, { 1: '2' });
  clock.pass(OVER_MS);
  expect(await archives().list(quizId)).toMatchObject({ wait: null, archives: [{ number: 1 }] });
  await archives().waitFor(quizId, 1);
});
