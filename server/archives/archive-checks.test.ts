import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { erasingBy } from '../testing/acts/erasing.ts';
import { makeAdmin } from '../testing/acts/make.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { scrape } from '../testing/scrape.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';
import { OVER_MS, archivesBy, sit } from './archives.setup.ts';

const clock = new TestClock();
const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
const archives = () => archivesBy(server, admin);
afterEach(() => clock.set(Date.now()));

async function sealedTest() {
  const quizId = await makeQuiz(server.app, admin);
  await sit(server, quizId, { 1: '2' });
  clock.pass(OVER_MS);
  await archives().sweep();
  await archives().waitFor(quizId, 1);
  return quizId;
}

/** Where the store has the bytes of the archive. */
async function pathOf(quizId: string): Promise<string> {
  const { rows } = await server.pool.query(
    `select storage_key as key from files join archives on file_id = files.id where quiz_id = $1`,
    [quizId],
  );
  const key: string = rows[0].key;
  return join(server.dataFolder, 'files', 'stored', key.slice(0, 2), key);
}

const age = (quizId: string, days: number) =>
  server.pool.query(
    'update archives set verified_at = now() - make_interval(days => $2) where quiz_id = $1',
    [quizId, days],
  );

/** Inverts a bit of one byte; done twice, the file is as before. */
async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const place = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  await writeFile(path, bytes);
}

const countDamaged = async () =>
  /^archives_damaged (\d+)$/m.exec((await server.app.inject(scrape)).body)?.[1];

test('one flipped byte is found within a week, and everybody who must know is told', async () => {
  const quizId = await sealedTest();
  // Database and store have belonged together for long.
  await server.pool.query(`update file_stores set known_since = now() - interval '30 days'`);
  const path = await pathOf(quizId);
  await flipByte(path);
  await age(quizId, 6);
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(false);

  await age(quizId, 8);
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(true);
  expect(await countDamaged()).toBe('1');
  const damaged = await server.app.inject({
    url: '/api/v1/archives/damaged',
    headers: admin.headers,
  });
  expect(damaged.json().data).toMatchObject([{ uniqueId: quizId, topic: 'Stacks', number: 1 }]);

  await flipByte(path);
  await age(quizId, 8);
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(false);
  expect(await countDamaged()).toBe('0');
});

test('a file that is missing is found as well', async () => {
  const quizId = await sealedTest();
  await rm(await pathOf(quizId));
  await age(quizId, 8);
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(true);
});

test('after a restore every archive is verified again', async () => {
  const quizId = await sealedTest();
  await flipByte(await pathOf(quizId));
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(false);
  // As the store's mark does when database and store do not belong together.
  await server.pool.query('update file_stores set known_since = clock_timestamp()');
  await archives().check();
  expect((await archives().list(quizId)).archives[0].isBroken).toBe(true);
});

test('old archives go by their own rule, and their hashes stay', async () => {
  const quizId = await sealedTest();
  const [{ zipSha256 }] = (await archives().list(quizId)).archives;
  await server.pool.query(
    `update quizzes set starts_at = starts_at - interval '13 months', ends_at = ends_at - interval '13 months'
     where unique_id = $1`,
    [quizId],
  );
  await server.pool.query(
    `update archives set sealed_at = sealed_at - interval '13 months' where quiz_id = $1`,
    [quizId],
  );
  const erasing = erasingBy(server, admin);
  await erasing.setRule('archives', 12);
  await erasing.waitOut();
  expect(await erasing.pass()).toMatchObject({ archives: 1 });
  expect((await archives().list(quizId)).archives).toMatchObject([{ state: 'removed', zipSha256 }]);
  expect((await archives().get(quizId, '/1/zip')).statusCode).toBe(404);
  await erasing.noRules();
});
