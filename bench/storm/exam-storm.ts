import { setTimeout as delay } from 'node:timers/promises';
import { LoadClients } from '../../server/testing/load/load-clients.ts';
import { makeLoadQuiz, mixedAnswer } from '../../server/testing/load/load-quiz.ts';
import { QUESTIONS, Sitters, changeAny } from '../../server/testing/load/sitters.ts';
import { printTable } from '../../server/testing/print-table.ts';
import { type StormProduct, startStormProduct } from './storm-product.ts';
import { COLUMNS, costOf, row } from './storm-table.ts';

const LADDER = [100, 500, 1000, 2000];
const START_WITHIN_MS = 1000;
const LOOK_EVERY_MS = 500;
const SAVE_EVERY_MS = 10_000;
const SAVE_FOR_MS = 60_000;
const SUBMIT_WITHIN_MS = 2000;
const MIXED_QUESTIONS = 40;
/** Close their page instead of submitting. */
const LEAVING = 0.02;
/** The server looks for attempts past their time each minute. */
const SWEPT_WITHIN_MS = 150_000;

/**
 * A whole class presses Start at the same time, follows its quiz, saves every ten seconds, and submits at the same
 * time. Pages behave as real ones: they wait for their turn, try again, and ask when they can't follow. A few students
 * close theirs; when the time is over, the server submits for them. Then every acknowledged save is looked for in the
 * database. `exam-storm 500,800 15 mixed`: numbers of students,
 * the seconds for which they save, and whether the test has 40 questions of all kinds instead of 20 with four options.
 */
export async function benchExamStorm(words: readonly string[]): Promise<void> {
  const [classes = LADDER.join(','), seconds = SAVE_FOR_MS / 1000, questions] = words;
  const isMixed = questions === 'mixed';
  const product = await startStormProduct();
  try {
    for (const students of classes.split(',').map(Number)) {
      const wishes = { saveForMs: Number(seconds) * 1000, isMixed };
      printTable(COLUMNS, await storm(product, students, wishes));
    }
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
  const room = { clients, quizId, listens: true, retries: true, leaving: LEAVING, ...mixed };
  const sitters = new Sitters(room, people);
  const { start, save, submit, ask } = sitters.calls;
  const started = await costOf(product, () => sitters.start(START_WITHIN_MS));
  const saved = await costOf(product, () =>
    sitters.sit(AbortSignal.timeout(saveForMs), SAVE_EVERY_MS),
  );
  const submitted = await costOf(product, () => sitters.submit(SUBMIT_WITHIN_MS));
  sitters.leave();
  const swept = await costOf(product, () => waitUntilSubmitted(product, quizId));
  const { missing, unsubmitted } = await sitters.compare(product.pool);
  clients.close();
  for (const [what, { refused }] of Object.entries(sitters.calls)) {
    if (Object.keys(refused).length > 0)
      console.log(`${count} ${what}: ${JSON.stringify(refused)}`);
  }
  console.log(
    `${count} sweep: ${swept.serverSeconds.toFixed(1)} s of processor time of the server`,
  );
  return [
    row(`${count} start`, { calls: start, cost: started }, null),
    row(`${count} save`, { calls: save, cost: saved }, missing.length),
    row(`${count} submit`, { calls: submit, cost: submitted }, unsubmitted),
    ...(ask.replies.length > 0 ? [row(`${count} ask`, { calls: ask, cost: null }, null)] : []),
  ];
}

/** Ends the time of those who left; the server submits for them. */
async function waitUntilSubmitted({ pool }: StormProduct, quizId: string): Promise<void> {
  await pool.query(
    `update attempts
      set started_at = now() - interval '1 hour', deadline_at = now() - interval '5 minutes'
      where quiz_id = $1 and submitted_at is null`,
    [quizId],
  );
  for (const began = performance.now(); performance.now() - began < SWEPT_WITHIN_MS;) {
    const { rows } = await pool.query<{ left: number }>(
      'select count(*)::integer as left from attempts where quiz_id = $1 and submitted_at is null',
      [quizId],
    );
    if (rows[0]?.left === 0) return;
    await delay(LOOK_EVERY_MS);
  }
}
