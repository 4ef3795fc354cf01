import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { type MadePerson, makeAdmin } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
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

/** A sealed test that two students took: one chose the right option, the other option 1. */
async function sealedTest() {
  const quizId = await makeQuiz(server.app, admin);
  const right = await sit(server, quizId, { 1: '2' });
  const wrong = await sit(server, quizId, { 1: '1' });
  clock.pass(OVER_MS);
  await archives().sweep();
  const [first] = await archives().waitFor(quizId, 1);
  return { quizId, right, wrong, first };
}

/** The number of a student in an archive. */
async function numberOf(quizId: string, { id }: MadePerson): Promise<string> {
  const { rows } = await server.pool.query(
    'select reference from archived_people where quiz_id = $1 and person_id = $2',
    [quizId, id],
  );
  return rows[0].reference;
}

async function countOption1(quizId: string) {
  const teacher = callsOn(server, quizId, admin);
  const wanted = { number: 1, key: { marking: 'by_key', right: ['1', '2'] } };
  const { keyVersion } = (await teacher.post('/key-corrections/preview', wanted)).json().data;
  const reason = 'Both were taught.';
  const reply = await teacher.post('/key-corrections', { ...wanted, keyVersion, reason });
  expect(reply.statusCode).toBe(200);
}

test('a correction makes another archive after a quiet day, which names the first one and what changed', async () => {
  const { quizId, wrong, first } = await sealedTest();
  await countOption1(quizId);
  await archives().check();
  expect(await archives().list(quizId)).toMatchObject({
    archives: [{ number: 1 }],
    wait: { for: 'quiet' },
  });

  clock.pass(OVER_MS);
  await archives().check();
  const [second, before] = await archives().waitFor(quizId, 2);
  const number = await numberOf(quizId, wrong.student);
  expect(second).toMatchObject({
    number: 2,
    reason: 'corrected',
    changed: [{ number, reasons: ['corrected'] }],
  });
  expect(before).toEqual(first);
  const files = unpack(await archives().download(quizId, 2));
  expect(await verifyByHand(files)).not.toContain('FAILED');
  const readme = String(files['README.txt']);
  expect(readme).toContain(first.manifestSha256);
  expect(readme).toContain(first.zipSha256);
  expect(readme).toMatch(new RegExp(`${number} +an answer key was corrected`));
  expect((await archives().download(quizId, 1)).length).toBe(first.sizeBytes);

  clock.pass(OVER_MS);
  await archives().check();
  expect((await archives().list(quizId)).archives).toHaveLength(2);
});

test('what changes no content makes no other archive', async () => {
  const { quizId } = await sealedTest();
  await server.pool.query('update attempts set changed_at = $2 where quiz_id = $1', [
    quizId,
    new Date(clock.nowMs()),
  ]);
  clock.pass(OVER_MS);
  await archives().check();
  await expect
    .poll(async () => {
      const { rows } = await server.pool.query(
        `select as_of = (select max(changed_at) from attempts where attempts.quiz_id = $1) as "isNew"
         from archives where quiz_id = $1`,
        [quizId],
      );
      return rows;
    })
    .toEqual([{ isNew: true }]);
});

test('an erasure makes another archive at once, without the person, and with the files of others as they were', async () => {
  const { quizId, right, wrong, first } = await sealedTest();
  const before = unpack(await archives().download(quizId));
  const number = await numberOf(quizId, right.student);
  const other = await numberOf(quizId, wrong.student);
  // The database has lost what the archive shows of the other student.
  await server.pool.query(
    'update attempts set feedback = null, kept_shares = $2 where quiz_id = $1',
    [quizId, { 1: { answerSha256: '', share: '1' } }],
  );

  const erasing = erasingBy(server, admin);
  const { id } = right.student;
  const { rows } = await server.pool.query('select name, email from people where id = $1', [id]);
  const asked = await erasing.call('POST', `/people/${id}/erasure`, { confirmation: id });
  expect(asked.statusCode).toBe(201);
  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ people: 1 });
  const [second, removed] = await archives().waitFor(quizId, 2);
  expect(second).toMatchObject({ reason: 'erased', changed: [{ number, reasons: ['erased'] }] });
  expect(removed).toMatchObject({ state: 'removed', zipSha256: first.zipSha256 });
  expect((await archives().get(quizId, '/1/zip')).statusCode).toBe(404);

  const files = unpack(await archives().download(quizId, 2));
  expect(await verifyByHand(files)).not.toContain('FAILED');
  for (const text of [id, rows[0].name, rows[0].email]) {
    const naming = Object.entries(files).filter(([, bytes]) => String(bytes).includes(text));
    expect(naming.map(([name]) => name)).toEqual([]);
  }
  const ofOther = Object.keys(before).filter((name) => name.startsWith(`attempts/${other}/`));
  expect(ofOther).toHaveLength(4);
  expect(files[`attempts/${number}/attempt.pdf`]).toBeUndefined();
  const { text: printed } = await readPdf(files[`attempts/${other}/attempt.pdf`] ?? Buffer.of());
  expect(printed).toContain('Questions and answers');
  for (const name of [...ofOther, `attempts/${number}/answers.json`]) {
    expect([name, files[name]]).toEqual([name, before[name]]);
  }
  expect(
    createHash('sha256')
      .update(files[`attempts/${number}/answers.json`] ?? '')
      .digest('hex'),
  ).toBe(right.receipt.sha256);
  expect(String(files['results.csv'])).toContain(wrong.student.id);
  // The bytes of the first one are in no file any more.
  const stored = await server.pool.query(`select id from files where bucket_id = 'archives'`);
  const kept = await server.pool.query(
    'select file_id as id from archives where file_id is not null',
  );
  expect(stored.rows.length).toBe(kept.rows.length);
});

test('an erasure after the file was lost reads the test again', async () => {
  const { quizId, right } = await sealedTest();
  await server.pool.query(`update archives set zip_sha256 = repeat('0', 64) where quiz_id = $1`, [
    quizId,
  ]);
  const erasing = erasingBy(server, admin);
  const { id } = right.student;
  await erasing.call('POST', `/people/${id}/erasure`, { confirmation: id });
  await erasing.waitOut();
  await erasing.pass();
  const [second] = await archives().waitFor(quizId, 2);
  expect(second).toMatchObject({ reason: 'erased', state: 'sealed' });
  const files = unpack(await archives().download(quizId, 2));
  expect(Object.values(files).some((bytes) => String(bytes).includes(id))).toBe(false);
});
