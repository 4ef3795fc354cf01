import { parseArgs } from 'node:util';
import { LoadClients } from '../../server/testing/load/load-clients.ts';
import { makeLoadQuizOf } from '../../server/testing/load/load-quiz.ts';
import type { Person } from '../../server/testing/load/people.ts';
import { type Calls, Sitters } from '../../server/testing/load/sitters.ts';
import { printTable } from '../../server/testing/print-table.ts';
import { Bounds } from '../../bench/storm/bounds.ts';
import { PROGRAMS, expectedScore, finishedAnswers, labQuestions, typeOn } from './lab-answers.ts';
import { checkAll } from './lab-checks.ts';
import { beGreedy, printAll } from './lab-greedy.ts';
import { waitForRunner, waitUntilJudged } from './lab-judging.ts';
import { CASES } from './lab-programs.ts';
import { measurePlainJudging } from '../../bench/storm/plain-judging.ts';
import {
  type Cost,
  type StormProduct,
  startStormProduct,
} from '../../bench/storm/storm-product.ts';
import { COLUMNS, costOf, row } from '../../bench/storm/storm-table.ts';

const CLASSES = '500,2000';
const SAVE_FOR_S = 60;
const CUT_S = 30;
const START_WITHIN_MS = 1000;
const SAVE_EVERY_MS = 10_000;
const CHECK_WITHIN_MS = 60_000;
const CHECKERS = 100;
/** Larger classes make no Checks, and their programs are not judged to the end. */
const MAX_WITH_CHECKS = 1000;
const SUBMIT_WITHIN_MS = 2000;
/** Compiles the server's own code, as in a server that has worked for a while. */
const WARM_UP = {
  students: 30,
  saveForS: 5,
  cutS: 1,
  checks: 1,
  checkWithinMs: 10_000,
  greedy: [],
};
const GREEDY = '1,4,10';
/** Who print and Check beside the greedy ones, and how long. */
const CLASSMATES = 20;
const BESIDE_GREEDY_MS = 20_000;

interface Exam {
  students: number;
  saveForS: number;
  cutS: number;
  /** By each of the students who check. */
  checks: number;
  checkWithinMs: number;
  /** Numbers of greedy students beside whom others print and Check. */
  greedy: readonly number[];
}

interface Beside {
  quizId: string;
  people: readonly Person[];
  bounds: Bounds;
}

interface Saved {
  calls: Calls;
  cost: Cost;
  bounds: Bounds;
  isAtOnce?: boolean;
}

/**
 * A class sits a test with 15 choices, 3 numbers and 2 programs: starts, types and checks its programs, loses the
 * connection for a while, submits, and is judged. `lab-exam 100,500 30 --cut 300 --checks 2`: numbers of students,
 * seconds of typing before and after the cut, seconds of the cut, Checks of each of 100 students in a minute. Then 20
 * students print and Check beside `--greedy 1,4,10` others. Fails if a bound is missed or anything is lost.
 */
export async function benchLabExam(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: {
      cut: { type: 'string', default: String(CUT_S) },
      checks: { type: 'string', default: '1' },
      greedy: { type: 'string', default: GREEDY },
    },
    allowPositionals: true,
  });
  const [classes = CLASSES, seconds = SAVE_FOR_S] = positionals;
  const timing = {
    saveForS: Number(seconds),
    cutS: Number(values.cut),
    checks: Number(values.checks),
    checkWithinMs: CHECK_WITHIN_MS,
    greedy: values.greedy.split(',').map(Number),
  };
  const product = await startStormProduct({ runsPrograms: true });
  try {
    await waitForRunner(product);
    await new LabExam(product, WARM_UP).hold(new Bounds());
    const bounds = new Bounds();
    const rows: string[][] = [];
    const sizes = classes.split(',').map(Number);
    for (const students of sizes.toSorted((one, other) => one - other)) {
      rows.push(...(await new LabExam(product, { students, ...timing }).hold(bounds)));
    }
    console.log(`The connection was cut for ${timing.cutS} s.`);
    printTable(COLUMNS, rows);
    bounds.print();
  } finally {
    await product.stop();
  }
}

class LabExam {
  readonly #product: StormProduct;
  readonly #exam: Exam;
  readonly #rows: string[][] = [];

  constructor(product: StormProduct, exam: Exam) {
    this.#product = product;
    this.#exam = exam;
  }

  /** Returns the rows of the table. */
  async hold(bounds: Bounds): Promise<string[][]> {
    const { url, admin, pool } = this.#product;
    const { students } = this.#exam;
    const clients = new LoadClients(url);
    const quizId = await makeLoadQuizOf(clients, admin, labQuestions);
    const people = await this.#product.makeStudents(students);
    const room = { clients, quizId, listens: true, programs: PROGRAMS, finish: finishedAnswers };
    const sitters = new Sitters({ ...room, change: (one) => typeOn(one, this.#saves) }, people);
    const { start, submit } = sitters.calls;
    const started = await this.#cost(() => sitters.start(START_WITHIN_MS));
    this.#rows.push(row(`${students} start`, { calls: start, cost: started }, null));
    bounds.isBelow(`${students} start`, start, 1000);
    await this.#type(sitters, { quizId, people, bounds });
    await this.#cut(sitters, { clients, bounds });
    await this.#typeAfterCut(sitters, bounds);
    if (students <= MAX_WITH_CHECKS) await this.#besideGreedy({ quizId, people, bounds });
    const submitted = await this.#cost(() => sitters.submit(SUBMIT_WITHIN_MS));
    const { missing, unsubmitted } = await sitters.compare(pool);
    const lost = unsubmitted + (await sitters.countDiffering(pool));
    this.#rows.push(row(`${students} submit`, { calls: submit, cost: submitted }, lost));
    bounds.isZero(`${students}: acknowledged saves that are not in the timeline`, missing.length);
    bounds.isZero(`${students}: submitted answers or receipts that differ`, lost);
    clients.close();
    if (students <= MAX_WITH_CHECKS) await this.#judge({ quizId, people, bounds });
    return this.#rows;
  }

  /** The saves of a student until both programs are written. */
  get #saves(): number {
    const { saveForS, cutS } = this.#exam;
    return Math.ceil(((2 * saveForS + cutS) * 1000) / SAVE_EVERY_MS);
  }

  #cost(work: () => Promise<void>) {
    return costOf(this.#product, work);
  }

  #sit(sitters: Sitters): Promise<void> {
    return sitters.sit(AbortSignal.timeout(this.#exam.saveForS * 1000), SAVE_EVERY_MS);
  }

  /** Saves with Checks beside them. */
  async #type(sitters: Sitters, { quizId, people, bounds }: Beside): Promise<void> {
    const { students, checks, checkWithinMs } = this.#exam;
    const checkers = students > MAX_WITH_CHECKS ? [] : people.slice(0, CHECKERS);
    const { url } = this.#product;
    const checking = checkAll({ url, quizId }, checkers, {
      times: checks,
      spanMs: checkWithinMs,
    });
    const cost = await this.#cost(() => this.#sit(sitters));
    await this.#addSaves('save', sitters, { bounds, calls: sitters.takeSaves(), cost });
    const { calls, wrong } = await checking;
    if (checkers.length === 0) return;
    this.#rows.push(row(`${students} Check`, { calls, cost: null }, wrong));
    bounds.isBelow(`${students} Check`, calls, 3000);
    bounds.isZero(`${students}: Checks with a wrong result`, wrong);
  }

  /** All connections break; the students type on, and then everybody reconnects at the same moment. */
  async #cut(
    sitters: Sitters,
    { clients, bounds }: { clients: LoadClients; bounds: Bounds },
  ): Promise<void> {
    clients.close();
    await sitters.sitOffline(AbortSignal.timeout(this.#exam.cutS * 1000), SAVE_EVERY_MS);
    const cost = await this.#cost(() => sitters.reconnect());
    const calls = sitters.takeSaves();
    await this.#addSaves('save all at once', sitters, { calls, cost, bounds, isAtOnce: true });
  }

  async #typeAfterCut(sitters: Sitters, bounds: Bounds): Promise<void> {
    const cost = await this.#cost(() => this.#sit(sitters));
    await this.#addSaves('save after the cut', sitters, {
      bounds,
      calls: sitters.takeSaves(),
      cost,
    });
  }

  /** @param isAtOnce a whole class saves at the same moment, for which there is no bound of time */
  async #addSaves(
    name: string,
    sitters: Sitters,
    { bounds, isAtOnce = false, ...done }: Saved,
  ): Promise<void> {
    const { pool } = this.#product;
    const { missing } = await sitters.compare(pool);
    const lost = missing.length + (await sitters.countDiffering(pool));
    const whole = `${this.#exam.students} ${name}`;
    this.#rows.push(row(whole, done, lost));
    if (!isAtOnce) bounds.isBelow(whole, done.calls, 300);
    bounds.isZero(`${whole}: lost`, lost);
  }

  /** Prints and Checks of the last students while the first ones hold as many slots as they may. */
  async #besideGreedy({ quizId, people, bounds }: Beside): Promise<void> {
    const { url } = this.#product;
    const { students, greedy } = this.#exam;
    const classmates = people.slice(-CLASSMATES);
    for (const count of greedy) {
      const over = new AbortController();
      const holding = beGreedy(url, people.slice(0, count), over.signal);
      const prints = await printAll(url, classmates, BESIDE_GREEDY_MS);
      const checks = { times: 1, spanMs: BESIDE_GREEDY_MS };
      const { calls, wrong } = await checkAll({ url, quizId }, classmates, checks);
      over.abort();
      await holding;
      const beside = `beside ${count} greedy`;
      for (const [name, of] of [['print', prints] as const, ['Check', calls] as const]) {
        this.#rows.push(row(`${students} ${name} ${beside}`, { calls: of, cost: null }, null));
        bounds.isBelow(`${students} ${name} ${beside}`, of, 3000);
      }
      bounds.isZero(`${students}: Checks with a wrong result ${beside}`, wrong);
    }
  }

  async #judge({ quizId, people, bounds }: Beside): Promise<void> {
    const { students } = this.#exam;
    const programs = students * PROGRAMS.length;
    const { seconds, failed } = await waitUntilJudged(this.#product, quizId);
    const { rows } = await this.#product.pool.query<{ person_id: string; score: number | null }>(
      'select person_id, score from attempts where quiz_id = $1',
      [quizId],
    );
    const scores = new Map(rows.map((one) => [one.person_id, one.score]));
    const wrong = people.filter(
      ({ id }, place) => scores.get(id) !== expectedScore({ id, place }),
    ).length;
    bounds.isZero(`${students}: programs that could not be judged`, failed);
    bounds.isZero(`${students}: wrong scores`, wrong);
    const plain = await measurePlainJudging(this.#product);
    const perSecond = programs / seconds;
    console.log(
      `${programs} programs × ${CASES} test cases judged in ${seconds.toFixed(0)} s after the last submission: ` +
        `${perSecond.toFixed(1)} programs/s. Compiled and run without the product: ${plain.toFixed(1)} programs/s.`,
    );
  }
}
