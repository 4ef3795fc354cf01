import { createHash, randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Reply, StormClients } from './storm-clients.ts';
import { type Cost, type Person, type StormProduct, startStormProduct } from './storm-product.ts';
import { eachWithin, makeStormQuiz } from './storm-quiz.ts';
import { printTable, quantile } from '../table.ts';

const LADDER = [100, 500, 1000, 2000];
const QUESTIONS = 20;
const START_WITHIN_MS = 1000;
const SAVE_EVERY_MS = 10_000;
const SAVE_FOR_MS = 60_000;
const SUBMIT_WITHIN_MS = 2000;

interface Sitter extends Person {
  sequence: number;
  answers: Record<string, string>;
  /** The last acknowledged save. */
  acknowledged: { sequence: number; text: string } | null;
}

/**
 * A whole class presses Start at the same time, follows its quiz, saves every ten seconds, and submits at the same
 * time. Then every acknowledged save is looked for in the database. `exam-storm 500,800 15`: numbers of students,
 * and the seconds for which they save.
 */
export async function benchExamStorm(words: readonly string[]): Promise<void> {
  const [classes = LADDER.join(','), seconds = SAVE_FOR_MS / 1000] = words;
  const product = await startStormProduct();
  try {
    const rows: string[][] = [];
    for (const students of classes.split(',').map(Number)) {
      rows.push(...(await storm(product, students, Number(seconds) * 1000)));
    }
    printTable(COLUMNS, rows);
  } finally {
    await product.stop();
  }
}

async function storm(product: StormProduct, count: number, saveForMs: number): Promise<string[][]> {
  const clients = new StormClients(product.url);
  const quizId = await makeStormQuiz(clients, product.admin, QUESTIONS);
  const sitters = (await product.makeStudents(count)).map((person): Sitter => ({
    ...person,
    sequence: 0,
    answers: {},
    acknowledged: null,
  }));
  const base = `/api/v1/auth/quiz/${quizId}`;

  const started = await measure(product, (note) =>
    eachWithin(sitters, START_WITHIN_MS, async (sitter) => {
      await note(clients.call(sitter, 'POST', base, { userId: sitter.id }));
      clients.listen(sitter, `${base}/events`);
    }),
  );
  const end = performance.now() + saveForMs;
  const saved = await measure(product, (note) =>
    eachWithin(sitters, SAVE_EVERY_MS, async (sitter) => {
      for (; performance.now() < end; await delay(SAVE_EVERY_MS)) await save(sitter, note);
    }),
  );
  const lost = await countLost(product, quizId, sitters);
  const submitted = await measure(product, (note) =>
    eachWithin(sitters, SUBMIT_WITHIN_MS, async (sitter) => {
      const body = { userId: sitter.id, markedAnswers: sitter.answers };
      await note(clients.call(sitter, 'POST', `${base}/submit`, body));
    }),
  );
  const unsubmitted = await countUnsubmitted(product, quizId, sitters);
  clients.close();
  return [
    row(`${count} start`, started, null),
    row(`${count} save`, saved, lost),
    row(`${count} submit`, submitted, unsubmitted),
  ];

  async function save(sitter: Sitter, note: Note): Promise<void> {
    sitter.sequence += 1;
    sitter.answers = { ...sitter.answers, [randomInt(1, QUESTIONS + 1)]: String(randomInt(1, 5)) };
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    const call = clients.call(sitter, 'PUT', `${base}/answers`, {
      userId,
      sequence,
      markedAnswers,
    });
    const reply = await note(call);
    if (reply?.status === 200) sitter.acknowledged = { sequence, text: canonical(markedAnswers) };
  }
}

type Note = (call: Promise<Reply>) => Promise<Reply | null>;

interface Measured {
  /** Null for each call that failed or was refused. */
  replies: (Reply | null)[];
  cost: Cost;
}

async function measure(
  product: StormProduct,
  work: (note: Note) => Promise<void>,
): Promise<Measured> {
  const replies: (Reply | null)[] = [];
  const endCost = await product.beginCost();
  await work(async (call) => {
    const reply = await call.catch(() => null);
    replies.push(reply?.status === 200 ? reply : null);
    return reply;
  });
  return { replies, cost: await endCost() };
}

interface Held {
  person_id: string;
  /** The driver returns bigint values as text. */
  sequence: string;
  answers: string;
  receipt_sha256: string | null;
}

async function readHeld({ pool }: StormProduct, quizId: string): Promise<Map<string, Held>> {
  const { rows } = await pool.query<Held>(
    'select person_id, sequence, answers, receipt_sha256 from attempts where quiz_id = $1',
    [quizId],
  );
  return new Map(rows.map((held) => [held.person_id, held]));
}

/** Acknowledged saves that are missing from the database or differ there. */
async function countLost(product: StormProduct, quizId: string, sitters: readonly Sitter[]) {
  const held = await readHeld(product, quizId);
  return sitters.filter(({ id, acknowledged, sequence }) => {
    const kept = held.get(id);
    if (!acknowledged) return false;
    const isSame =
      Number(kept?.sequence) === acknowledged.sequence && kept?.answers === acknowledged.text;
    // A later save that was not acknowledged may be there as well.
    return !isSame && Number(kept?.sequence) !== sequence;
  }).length;
}

/** Attempts without a submission, or whose receipt does not match the student's answers. */
async function countUnsubmitted(product: StormProduct, quizId: string, sitters: readonly Sitter[]) {
  const held = await readHeld(product, quizId);
  return sitters.filter(({ id, answers }) => {
    const sha256 = createHash('sha256').update(canonical(answers)).digest('hex');
    return held.get(id)?.receipt_sha256 !== sha256;
  }).length;
}

function canonical(answers: Record<string, string>): string {
  const entries = Object.entries(answers).toSorted(([one], [other]) => Number(one) - Number(other));
  return `{${entries.map(([number, option]) => `"${number}":"${option}"`).join(',')}}`;
}

function mean(bytes: readonly number[]): number {
  return Math.round(bytes.reduce((sum, count) => sum + count, 0) / Math.max(1, bytes.length));
}

const COLUMNS = [
  'class',
  'calls',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'max ms',
  'errors',
  'missing',
  'queries a call',
  'sent B',
  'received B',
  'CPU s: server',
  'PostgreSQL',
  'client',
];

function row(name: string, { replies, cost }: Measured, missing: number | null): string[] {
  const good = replies.filter((reply) => reply !== null);
  const times = good.map(({ tookMs }) => tookMs);
  const { statements, serverSeconds, postgresSeconds, clientSeconds } = cost;
  return [
    name,
    String(replies.length),
    ...[0.5, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(0)),
    String(replies.length - good.length),
    missing === null ? '–' : String(missing),
    (statements / replies.length).toFixed(2),
    String(mean(good.map(({ sentBytes }) => sentBytes))),
    String(mean(good.map(({ receivedBytes }) => receivedBytes))),
    ...[serverSeconds, postgresSeconds, clientSeconds].map((seconds) => seconds.toFixed(1)),
  ];
}
