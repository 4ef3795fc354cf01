import { LoadClients } from '../../server/testing/load/load-clients.ts';
import { makeLoadQuiz, mixedAnswer } from '../../server/testing/load/load-quiz.ts';
import { QUESTIONS, Sitters, changeAny } from '../../server/testing/load/sitters.ts';
import { printTable } from '../../server/testing/print-table.ts';
import { type StormProduct, startStormProduct } from './storm-product.ts';
import { COLUMNS, costOf, row } from './storm-table.ts';

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
  const mixed = isMixed ? { change: () => changeAny(MIXED_QUESTIONS, mixedAnswer) } : {};
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
