import { unzipSync } from 'fflate';
import { once } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { joinClass, makeClass } from '../testing/acts/make-class.ts';
import { makeStoredFile } from '../testing/acts/make-file.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import {
  type MadePerson,
  makeAdmin,
  makeGuest,
  makeListedStudent,
  makeStudent,
} from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { insertRuns } from '../testing/database/full-stores.queries.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { TestClock } from '../testing/test-clock.ts';
import { MyData } from './my-data.service.ts';
import { personalData } from './personal-data.ts';

const HOST = 'lab.example.edu';
const HOUR_MS = 3_600_000;
const clock = new TestClock();
const server = setUpServer({ clock });
const admin = beforeTests(() => makeAdmin(server.pool));
beforeEach(() => clock.set(Date.now()));

const ask = ({ headers }: MadePerson) =>
  server.app.inject({ method: 'GET', url: '/api/v1/my-data.zip', headers });

async function read(person: MadePerson) {
  const reply = await ask(person);
  expect(reply.statusCode).toBe(200);
  const files = Object.entries(unzipSync(reply.rawPayload));
  return new Map(files.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
}

const area = async (person: MadePerson, name: string) =>
  JSON.parse((await read(person)).get(`${name}.json`) ?? '');

const post = (person: MadePerson, url: string, payload: object) =>
  server.app.inject({ method: 'POST', url, headers: { ...person.headers, host: HOST }, payload });

/** A marker that is recognisable in any download. */
const SECRET = 'only-of-the-other-one';

async function handIn(person: MadePerson, payload: object) {
  const made = { assignment: 'Add two numbers.', maxMarks: 10 };
  const { data } = (await post(admin, '/api/v1/auth/create-assignment', made)).json();
  return (await post(person, `/api/v1/assignments/${data.id}/hand-ins`, payload)).json().data;
}

async function sit(person: MadePerson, scoreOpens: 'at_once' | 'at_end' | 'never') {
  const everyone = { everyone: true, courses: [], years: [], rollNumbers: [] };
  const shuffled = { shuffleQuestions: false, shuffleOptions: false };
  const id = await makeQuiz(server.app, admin, {
    formDetails: { endTime: new Date(clock.nowMs() + HOUR_MS).toISOString() },
    settings: { audience: everyone, scoreOpens, answersOpen: 'at_end', ...shuffled },
  });
  const calls = callsOn(server, id, person);
  await calls.start();
  await calls.submit({ 1: '2', 2: '1' });
  return id;
}

test('a student gets each area of what is kept of them, and the files that they handed in', async () => {
  const student = await makeListedStudent(server.pool, { course: 'B.Tech CSE', mobile: '98765' });
  const made = await makeClass(server.pool, admin);
  await joinClass(server.pool, made, student, { role: 'student', sections: [made.sections[0]] });
  await insertRuns(server.pool, student.id, { count: 2, bytes: 10 });
  await post(student, '/api/v1/programs/versions', {
    assignment: '',
    languageId: 71,
    text: 'print("é")',
    name: 'Mine',
  });
  const link = await makeStoredFile(server, {
    person: student,
    bucketId: 'submissions',
    name: 'report.txt',
    bytes: 'My report',
    host: HOST,
  });
  const { handInId } = await handIn(student, { kind: 'files', paths: [link] });
  await server.app.inject({
    method: 'PUT',
    url: `/api/v1/hand-ins/${handInId}/mark`,
    headers: admin.headers,
    payload: { marks: 7, comment: 'Well done' },
  });
  const quizId = await sit(student, 'at_once');

  const files = await read(student);
  const json = (name: string) => JSON.parse(files.get(`${name}.json`) ?? '');
  expect(json('profile')).toMatchObject([
    { account: { id: student.id, name: student.name }, list: { course: 'B.Tech CSE' } },
  ]);
  expect(json('sessions')).toHaveLength(1);
  expect(json('classes')).toMatchObject([{ role: 'student', sections: ['1'] }]);
  expect(json('runs')).toMatchObject([{ source: 'print(1)' }, { verdict: 'accepted' }]);
  expect(json('versions')).toMatchObject([{ name: 'Mine', text: 'print("é")' }]);
  expect(json('hand-ins')).toMatchObject([{ marks: 7, comment: 'Well done' }]);
  const [file] = json('files');
  expect(file).toMatchObject({ name: 'report.txt' });
  expect(files.get(file.path)).toBe('My report');
  expect(json('attempts')).toMatchObject([{ quizId, answers: { 1: '2' }, result: { score: 5 } }]);
  expect(json('timeline')).toContainEqual(
    expect.objectContaining({ quizId, step: 'start', by: 'you' }),
  );
});

test('there is a file for each area that a column is said to be in', async () => {
  const names = [...(await read(await makeStudent(server.pool))).keys()];
  const areas = Object.values(personalData).flatMap((columns) =>
    Object.values(columns).flatMap((held) => ('in' in held ? [`${held.in}.json`] : [])),
  );
  expect(names.toSorted()).toEqual([...new Set(areas)].toSorted());
});

test('nothing of another person is in it', async () => {
  const other = await makeListedStudent(server.pool, { mobile: SECRET });
  const version = { assignment: '', languageId: 71, text: SECRET, name: SECRET };
  await post(other, '/api/v1/programs/versions', version);
  await handIn(other, { kind: 'text', text: SECRET });
  await makeStoredFile(server, {
    person: other,
    bucketId: 'submissions',
    name: `${SECRET}.txt`,
    bytes: SECRET,
    host: HOST,
  });
  await sit(other, 'at_once');
  expect([...(await read(other)).values()].join('\n')).toContain(SECRET);
  for (const person of [await makeStudent(server.pool), await makeGuest(server.pool), admin]) {
    const all = [...(await read(person)).entries()].join('\n');
    expect(all).not.toContain(SECRET);
    expect(all).not.toContain(other.id);
  }
});

test('scores and right answers that are not open yet stay out until they open', async () => {
  const student = await makeStudent(server.pool);
  await sit(student, 'at_end');
  const [hidden] = await area(student, 'attempts');
  expect(hidden.result.score).toBe(null);
  expect(JSON.stringify(hidden)).not.toContain('CorrectAnswer');
  clock.set(clock.nowMs() + HOUR_MS);
  const [open] = await area(student, 'attempts');
  expect(open.result).toMatchObject({ score: 5, questions: { 2: { CorrectAnswer: '3' } } });
});

test('what others did to an attempt is told without their address and without a score', async () => {
  const student = await makeStudent(server.pool);
  const quizId = await sit(student, 'never');
  const again = { userId: student.id, minutes: 5, reason: 'A broken machine' };
  expect((await callsOn(server, quizId, admin).post('/reopen', again)).statusCode).toBe(200);
  const timeline = await area(student, 'timeline');
  const none = { address: null, browser: null, details: null };
  expect(timeline).toContainEqual(
    expect.objectContaining({ step: 'reopen', by: 'staff', ...none }),
  );
  expect(JSON.stringify(timeline)).not.toContain('score');
  expect(JSON.stringify(timeline)).not.toContain(admin.id);
  expect(await area(student, 'attempts')).toMatchObject([{ submittedAt: null, result: null }]);
});

test('what is read page by page is there once, in its order', async () => {
  const student = await makeStudent(server.pool);
  await insertRuns(server.pool, student.id, { count: 450, bytes: 10 });
  await server.pool.query(
    `insert into program_versions (person_id, assignment, language_id, name, text)
     select $1, '', 71, 'Version ' || number, repeat('x', 100000) from generate_series(1, 25) number`,
    [student.id],
  );
  const files = await read(student);
  const namesIn = (name: string, key: string) =>
    JSON.parse(files.get(`${name}.json`) ?? '').map((row: Record<string, string>) => row[key]);
  expect(new Set(namesIn('runs', 'id')).size).toBe(450);
  expect(namesIn('runs', 'id')).toHaveLength(450);
  const versions = Array.from({ length: 25 }, (_, place) => `Version ${place + 1}`);
  expect(namesIn('versions', 'name')).toEqual(versions);
});

const noResult = () => Promise.reject(new Error('Nobody asks for it.'));

test('a download that is given up makes room for the next', async () => {
  const student = await makeStudent(server.pool);
  const results = { getResult: noResult };
  const sources = { pool: server.pool, files: server.files.stored, results };
  const myData = new MyData(sources);
  const given = await myData.open(student.id);
  await once(given, 'readable');
  await expect(myData.open(student.id)).rejects.toThrow('already in progress');
  given.destroy();
  await once(given, 'close');
  (await myData.open(student.id)).destroy();
});

test('one download of a person is under way at a time', async () => {
  const [student, other] = [await makeStudent(server.pool), await makeStudent(server.pool)];
  // Locks a table that the downloads read, so that both stay in progress.
  const client = await server.pool.connect();
  await client.query('begin');
  await client.query('lock table program_versions in access exclusive mode');
  const underWay = [ask(student), ask(other)];
  const waiting = `select from pg_locks
    where relation = 'program_versions'::regclass and not granted`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(2);
  expect((await ask(student)).statusCode).toBe(429);
  await client.query('rollback');
  client.release();
  for (const reply of underWay) expect((await reply).statusCode).toBe(200);
  expect((await ask(student)).statusCode).toBe(200);
});

test('a person downloads three times an hour, and hears when the next is possible', async () => {
  const student = await makeStudent(server.pool);
  for (const status of [200, 200, 200, 429]) expect((await ask(student)).statusCode).toBe(status);
  const refused = await ask(student);
  expect(refused.json().message).toBe(
    'You have downloaded your data 3 times within an hour. Try again in 60 minutes.',
  );
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
  expect((await ask(await makeStudent(server.pool))).statusCode).toBe(200);
  await server.pool.query(
    `update my_data_downloads set began_at = began_at - interval '61 minutes' where person_id = $1`,
    [student.id],
  );
  expect((await ask(student)).statusCode).toBe(200);
});

test('a run has what it read and printed, as far as that is not long', async () => {
  const student = await makeStudent(server.pool);
  await insertRuns(server.pool, student.id, { count: 1, bytes: 10 });
  await server.pool.query(
    `update runs set stdin = 'seven', stdout = convert_to(repeat('y', 20000), 'UTF8'), files = $2, output_files = $2 where owner = $1`,
    [student.id, Buffer.from('[{"path":"a.h","length":2}]\nok')],
  );
  const [run] = await area(student, 'runs');
  expect(run).toMatchObject({
    input: 'seven',
    output: 'y'.repeat(16_384),
    files: [{ path: 'a.h', text: 'ok' }],
    outputFiles: [{ path: 'a.h', text: 'ok' }],
  });
});
