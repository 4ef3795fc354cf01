import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Reply, StormClients } from '../storm/storm-clients.ts';
import type { Person, StormProduct } from '../storm/storm-product.ts';
import { eachWithin, makeStormQuiz } from '../storm/storm-quiz.ts';

const QUESTIONS = 20;
const START_WITHIN_MS = 10_000;
const SAVE_EVERY_MS = 5000;
const SUBMIT_WITHIN_MS = 10_000;

interface Sitter extends Person {
  sequence: number;
  answers: Record<string, string>;
  acknowledged: number[];
}

/** The statistics of one kind of call. */
export interface Calls {
  tookMs: number[];
  /** By status, or by error. */
  refused: Record<string, number>;
}

export interface ClassResult {
  start: Calls;
  save: Calls;
  submit: Calls;
  acknowledged: number;
  /** Acknowledged saves that are missing from the timeline or are not the last answers. */
  missing: number;
  unsubmitted: number;
}

/** A class that sits one test for a given time: starts, follows, saves, submits. */
export class SittingClass {
  readonly quizId: string;
  readonly #product: StormProduct;
  readonly #clients: StormClients;
  readonly #sitters: Sitter[];
  readonly #calls = { start: noCalls(), save: noCalls(), submit: noCalls() };

  private constructor(
    product: StormProduct,
    clients: StormClients,
    made: { quizId: string; people: Person[] },
  ) {
    this.#product = product;
    this.#clients = clients;
    this.quizId = made.quizId;
    this.#sitters = made.people.map((person) => ({
      ...person,
      sequence: 0,
      answers: {},
      acknowledged: [],
    }));
  }

  static async gather(product: StormProduct, size: number): Promise<SittingClass> {
    const clients = new StormClients(product.url);
    const quizId = await makeStormQuiz(clients, product.admin, QUESTIONS);
    return new SittingClass(product, clients, { quizId, people: await product.makeStudents(size) });
  }

  async sit(forMs: number): Promise<ClassResult> {
    const base = `/api/v1/auth/quiz/${this.quizId}`;
    const until = performance.now() + forMs;
    await eachWithin(this.#sitters, START_WITHIN_MS, async (sitter) => {
      await this.#note('start', this.#clients.call(sitter, 'POST', base, { userId: sitter.id }));
      this.#clients.listen(sitter, `${base}/events`);
      for (; performance.now() < until; await delay(SAVE_EVERY_MS)) await this.#save(sitter, base);
    });
    await eachWithin(this.#sitters, SUBMIT_WITHIN_MS, async (sitter) => {
      const body = { userId: sitter.id, markedAnswers: sitter.answers };
      await this.#note('submit', this.#clients.call(sitter, 'POST', `${base}/submit`, body));
    });
    this.#clients.close();
    return { ...this.#calls, ...(await this.#compare()) };
  }

  async #save(sitter: Sitter, base: string): Promise<void> {
    sitter.sequence += 1;
    sitter.answers = { ...sitter.answers, [randomInt(1, QUESTIONS + 1)]: String(randomInt(1, 5)) };
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    const body = { userId, sequence, markedAnswers };
    const call = this.#clients.call(sitter, 'PUT', `${base}/answers`, body);
    if (await this.#note('save', call)) sitter.acknowledged.push(sequence);
  }

  async #note(kind: 'start' | 'save' | 'submit', call: Promise<Reply>): Promise<boolean> {
    const { tookMs, refused } = this.#calls[kind];
    const reply = await call.catch((error: unknown) => String(error));
    const isGood = typeof reply !== 'string' && reply.status === 200;
    if (isGood) tookMs.push(reply.tookMs);
    else {
      const how = typeof reply === 'string' ? reply : String(reply.status);
      refused[how] = (refused[how] ?? 0) + 1;
    }
    return isGood;
  }

  /** Every acknowledged save must have its line in the timeline, which is append-only. */
  async #compare() {
    const { rows } = await this.#product.pool.query<{ line: string }>(
      `select person_id || ' ' || (details ->> 'sequence') as line
        from attempt_steps where quiz_id = $1 and step = 'save'`,
      [this.quizId],
    );
    const kept = new Set(rows.map(({ line }) => line));
    const message = this.#sitters.flatMap(({ id, acknowledged }) =>
      acknowledged.map((sequence) => `${id} ${sequence}`),
    );
    const submitted = await this.#product.pool.query<{ person_id: string }>(
      'select person_id from attempts where quiz_id = $1 and submitted_at is not null',
      [this.quizId],
    );
    return {
      acknowledged: message.length,
      missing: message.filter((line) => !kept.has(line)).length,
      unsubmitted: this.#sitters.length - submitted.rows.length,
    };
  }
}

const noCalls = (): Calls => ({ tookMs: [], refused: {} });
