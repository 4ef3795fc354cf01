import { LoadClients } from '../../server/testing/load/load-clients.ts';
import { makeLoadQuiz, mixedAnswer } from '../../server/testing/load/load-quiz.ts';
import { type Calls, QUESTIONS, Sitters } from '../../server/testing/load/sitters.ts';
import { printTable, quantile } from '../../server/testing/print-table.ts';
import { type Cost, type StormProduct, startStormProduct } from './storm-product.ts';

const LADDER = [100, 500, 1000, 2000];
const START_WITHIN_MS = 1000;
const SAVE_EVERY_MS = 10_000;
const SAVE_FOR_MS = 60_000;
const SUBMIT_WITHIN_MS = 2000;
const MIXED_QUESTIONS = 40;

/**
 * A whole class presses Start at the same time, follows its quiz, saves every ten seconds, and submits at the same
 * time. Then every acknowledged save is looked for in the database. `exam-storm 500,800 15 mixed`: numbers of students,
 * the seconds for which they save, and whether the test has 40 questions of all kinds instead of 20 with four options.
 */
export async function benchExamStorm(words: readonly string[]): Promise<void> {
  const [classes = LADDER.join(','), seconds = SAVE_FOR_MS / 1000, questions] = words;
  const isMixed = questions === 'mixed';
  const product = await startStormProduct();
  try {
    const rows: string[][] = [];
    for (const students of classes.split(',').map(Number)) {
      rows.push(
        ...(await storm(product, students, { saveForMs: Number(seconds) * 1000, isMixed })),
      );
    }
    printTable(COLUMNS, rows);
  } finally {
    await product.stop();
  }
}

async function storm(
  product: StormProduct,
  count: number,
  { saveForMs, isMixed }: { saveForMs: number; isMixed: boolean },
): Promise<string[][]> {
  const clients = new LoadClients(product.url);
  const mixed = isMixed ? { questions: MIXED_QUESTIONS, answerTo: mixedAnswer } : {};
  const asked = isMixed ? MIXED_QUESTIONS : QUESTIONS;
  const quizId = await makeLoadQuiz(clients, product.admin, asked, { isMixed });
  const people = await product.makeStudents(count);
  const sitters = new Sitters({ clients, quizId, listens: true, ...mixed }, people);
  const { start, save, submit } = sitters.calls;
  const started = await costOf(product, () => sitters.start(START_WITHIN_MS));
  const saved = await costOf(product, () =>
    sitters.sit(AbortSignal.timeout(saveForMs), SAVE_EVERY_MS),
  );
  const submitted = await costOf(product, () => sitters.submit(SUBMIT_WITHIN_MS));
  const { missing, unsubmitted } = await sitters.compare(product.pool);
  clients.close();
  return [
    row(`${count} start`, { calls: start, cost: started }, null),
    row(`${count} save`, { calls: save, cost: saved }, missing.length),
    row(`${count} submit`, { calls: submit, cost: submitted }, unsubmitted),
  ];
}

async function costOf(product: StormProduct, work: () => Promise<void>): Promise<Cost> {
  const endCost = await product.beginCost();
  await work();
  return endCost();
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

function row(
  name: string,
  { calls: { replies, refused }, cost }: { calls: Calls; cost: Cost },
  missing: number | null,
): string[] {
  const times = replies.map(({ tookMs }) => tookMs);
  const errors = Object.values(refused).reduce((sum, count) => sum + count, 0);
  const { statements, serverSeconds, postgresSeconds, clientSeconds } = cost;
  return [
    name,
    String(replies.length + errors),
    ...[0.5, 0.95, 0.99, 1].map((part) => quantile(times, part).toFixed(0)),
    String(errors),
    missing === null ? '–' : String(missing),
    (statements / (replies.length + errors)).toFixed(2),
    String(mean(replies.map(({ sentBytes }) => sentBytes))),
    String(mean(replies.map(({ receivedBytes }) => receivedBytes))),
    ...[serverSeconds, postgresSeconds, clientSeconds].map((seconds) => seconds.toFixed(1)),
  ];
}
