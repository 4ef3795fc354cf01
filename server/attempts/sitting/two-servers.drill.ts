import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../../platform/postgres/open-pool.ts';
import { writeQuizForm } from '../../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../../testing/acts/make.ts';
import { type OwnPostgres, startOwnPostgres } from '../../testing/database/own-postgres.ts';
import { type ObjectStore, startObjectStore } from '../../testing/peers/object-store.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { HANG_MS } from '../../../runner/testing/patience.ts';

// A small version of `npm run test:lab`.
const STUDENTS = 8;
const SAVES_OF_EACH = 10;

interface Server {
  url: string;
  child: ChildProcess;
}

let postgres: OwnPostgres;
let store: ObjectStore;
let database: ReturnType<typeof openPool>;
let first: Server;
let second: Server;

beforeAll(async () => {
  [postgres, store] = await Promise.all([startOwnPostgres(), startObjectStore()]);
  first = await startServer();
  second = await startServer();
  database = openPool(postgres.databaseUrl);
});
afterAll(async () => {
  await Promise.all([first, second].map(kill));
  await database.pool.end();
  await Promise.all([postgres.close(), store.close()]);
});

const startServer = () =>
  startServerProcess({
    DATABASE_URL: postgres.databaseUrl,
    VLABS_RUNNER_URL: 'http://127.0.0.1:9',
    VLABS_RUNNER_TOKEN: 'none',
    ...Object.fromEntries(
      Object.entries(store.environment).map(([name, value]) => [name, value ?? '']),
    ),
  });

async function kill({ child }: Server): Promise<void> {
  const ended = once(child, 'exit');
  if (child.kill('SIGKILL')) await ended;
}

async function call(server: Server, person: MadePerson, path: string, payload: object) {
  const reply = await fetch(`${server.url}/api/v1/auth/${path}`, {
    method: path.endsWith('/answers') ? 'PUT' : 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: AbortSignal.timeout(HANG_MS),
  });
  await reply.text();
  return reply.status;
}

/** Sends each answer to one of the servers until it is accepted, as a page behind a proxy does. */
async function sit(student: MadePerson, quizId: string, onSaved: () => void): Promise<string[]> {
  const taken: string[] = [];
  for (let sequence = 1; sequence <= SAVES_OF_EACH; sequence += 1) {
    const answers = {
      userId: student.id,
      sequence,
      markedAnswers: { 1: String((sequence % 4) + 1) },
    };
    for (let tries = 0; ; tries += 1) {
      const server = (sequence + tries) % 2 === 0 ? first : second;
      const status = await call(server, student, `quiz/${quizId}/answers`, answers).catch(() => 0);
      if (status === 200) break;
    }
    taken.push(`${student.id} ${sequence}`);
    onSaved();
  }
  return taken;
}

async function listKept(quizId: string): Promise<Set<string>> {
  const { rows } = await database.pool.query<{ line: string }>(
    `select person_id || ' ' || (details ->> 'sequence') as line
      from attempt_steps where quiz_id = $1 and step = 'save'`,
    [quizId],
  );
  return new Set(rows.map(({ line }) => line));
}

test('kill -9 of one of two servers in the middle of a test loses no acknowledged answer, and it serves again', async () => {
  const form = writeQuizForm();
  const quizId = form.unique_id;
  expect(await call(first, await makeAdmin(database.pool), 'quizData', form)).toBe(201);
  const students = await Promise.all(
    Array.from({ length: STUDENTS }, () => makeStudent(database.pool)),
  );
  for (const student of students)
    expect(await call(second, student, `quiz/${quizId}`, { userId: student.id })).toBe(200);

  let saved = 0;
  const half = Promise.withResolvers<void>();
  const onSaved = () => {
    saved += 1;
    if (saved === (STUDENTS * SAVES_OF_EACH) / 2) half.resolve();
  };
  const sitting = Promise.all(students.map((student) => sit(student, quizId, onSaved)));
  await half.promise;
  await kill(first);
  first = await startServer();

  const acknowledged = (await sitting).flat();
  const kept = await listKept(quizId);
  expect(acknowledged).toHaveLength(STUDENTS * SAVES_OF_EACH);
  expect(acknowledged.filter((line) => !kept.has(line))).toEqual([]);
  expect(kept.size).toBe(acknowledged.length);
  const [student] = students;
  if (!student) return;
  const last = { userId: student.id, sequence: SAVES_OF_EACH + 1, markedAnswers: { 1: '1' } };
  expect(await call(first, student, `quiz/${quizId}/answers`, last)).toBe(200);
});
