import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { LoadClients } from '../server/testing/load/load-clients.ts';
import { FOUR_OPTIONS, makeLoadQuizOf } from '../server/testing/load/load-quiz.ts';
import { type Person, insertPeople } from '../server/testing/load/people.ts';
import { printTable, quantile } from '../server/testing/print-table.ts';
import { FLOODS, type Flood, PROGRAMS, program } from './large-floods.ts';
import { startStormProduct } from './storm/storm-product.ts';

const STUDENTS = 50;
const SAVE_EVERY_MS = 500;
const MEASURED_MS = 10_000;
const AT_ONCE = 30;
const MAX_P95_MS = 300;
/** Measures the saves of a class while one of its students keeps thirty large calls under way. */
export async function benchSavesBesideFloods(): Promise<void> {
  const product = await startStormProduct({ runsPrograms: true });
  const clients = new LoadClients(product.url);
  try {
    const quizId = await makeQuiz(clients, product.admin);
    const base = `/api/v1/auth/quiz/${quizId}`;
    const start = (student: Person) =>
      clients.call(student, 'POST', base, { body: { userId: student.id } });
    const students = await product.makeStudents(STUDENTS);
    for (const student of students) await start(student);
    const sit = () => measureSaves(clients, base, students);
    const rows = [row('no flood', await sit(), {})];
    for (const flood of FLOODS) {
      const over = new AbortController();
      const outcomes: Record<string, number> = {};
      // What is left of a flood waits for its own sender only.
      const [flooder] = await insertPeople(product.pool, 1, flood.isByTeacher ? 1 : 0);
      if (!flooder) throw new Error('Nobody was made to send the flood.');
      if (!flood.isByTeacher) await start(flooder);
      const scene = { product, base, flooder, outcomes, over: over.signal };
      const flooding = keepCalling(scene, flood);
      const times = await sit();
      over.abort();
      await flooding;
      rows.push(row(flood.name, times, outcomes));
      if (!(quantile(times, 0.95) <= MAX_P95_MS)) process.exitCode = 1;
    }
    printTable(['beside', 'saves', 'p50 ms', 'p95 ms', 'max ms', 'calls of the flood'], rows);
    if (process.exitCode === 1) console.error(`A save takes more than ${MAX_P95_MS} ms (p95).`);
  } finally {
    clients.close();
    await product.stop();
  }
}

/** A runner that has just started takes no programs for some seconds. */
async function makeQuiz(clients: LoadClients, admin: Person, tries = 30): Promise<string> {
  const questions = [FOUR_OPTIONS, ...PROGRAMS.map(() => program)];
  try {
    return await makeLoadQuizOf(clients, admin, questions);
  } catch (error) {
    if (tries === 1) throw error;
    await delay(1000);
    return makeQuiz(clients, admin, tries - 1);
  }
}

const row = (name: string, times: readonly number[], outcomes: Record<string, number>) => [
  name,
  String(times.length),
  ...[0.5, 0.95, 1].map((part) => quantile(times, part).toFixed(0)),
  Object.entries(outcomes)
    .map(([outcome, count]) => `${count} × ${outcome}`)
    .join(', ') || '–',
];

let sequence = 0;

/** The times of successful saves in milliseconds. */
async function measureSaves(
  clients: LoadClients,
  base: string,
  students: readonly Person[],
): Promise<number[]> {
  const times: number[] = [];
  const over = AbortSignal.timeout(MEASURED_MS);
  await Promise.all(
    students.map(async (student, place) => {
      await delay((place / students.length) * SAVE_EVERY_MS);
      for (; !over.aborted; await delay(SAVE_EVERY_MS)) {
        sequence += 1;
        const markedAnswers = { '1': String(1 + (sequence % 4)) };
        const body = { userId: student.id, sequence, markedAnswers };
        const reply = await clients.call(student, 'PUT', `${base}/answers`, { body });
        if (reply.status === 200) times.push(reply.tookMs);
      }
    }),
  );
  return times;
}

interface Scene {
  product: { url: string };
  base: string;
  flooder: Person;
  outcomes: Record<string, number>;
  over: AbortSignal;
}

async function keepCalling(scene: Scene, flood: Flood): Promise<void> {
  const { flooder, over, outcomes } = scene;
  let turn = 0;
  // Bodies are made beforehand, so that making them does not delay what is measured.
  const bodies = Array.from({ length: AT_ONCE }, (_, at) => Buffer.from(flood.body(flooder, at)));
  await Promise.all(
    bodies.map(async (body) => {
      while (!over.aborted) {
        turn += 1;
        const isNew = flood.isRenewed && turn > AT_ONCE;
        const sent = isNew ? Buffer.from(flood.body(flooder, turn)) : body;
        const outcome = await send(scene, flood, sent);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    }),
  );
}

function send({ product, base, flooder, over }: Scene, flood: Flood, body: Buffer) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const sent = request(
    product.url + flood.path(base),
    {
      method: flood.method,
      signal: over,
      headers: {
        authorization: flooder.token,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    },
    (reply) => {
      reply.resume().once('close', () => resolve(String(reply.statusCode)));
    },
  );
  sent.once('error', ({ name, message }) => resolve(over.aborted ? 'ended' : `${name} ${message}`));
  sent.end(body);
  return promise;
}
