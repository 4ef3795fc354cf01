import { createHash, randomInt } from 'node:crypto';
import type { Person } from '../../../bench/storm/storm-product.ts';
import { eachWithin } from '../../../bench/storm/storm-quiz.ts';
import { pause } from '../../../bench/soak/attack.ts';
import { type Classroom, ask } from './classroom.ts';

export const QUESTIONS = 20;
const SAVE_EVERY_MS = 2500;
const START_WITHIN_MS = 5000;
const SUBMIT_WITHIN_MS = 3000;
/** The same as in the page. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5000;

interface Sitter extends Person {
  sequence: number;
  answers: Record<string, string>;
  /** When the pending answer was first sent; null if there is none. */
  waitsSince: number | null;
  savedAt: number;
}

/** Students who sit a test. Each answer is sent until it is acknowledged, as in the page. */
export class Sitters {
  readonly #room: Classroom;
  readonly #sitters: Sitter[];
  /** Every acknowledged save, by user and sequence. */
  readonly acknowledged: string[] = [];
  /** How often saves were refused, by reason. */
  readonly refusals = new Map<string, number>();
  #longestWaitMs = 0;

  constructor(room: Classroom, people: readonly Person[]) {
    this.#room = room;
    this.#sitters = people.map((person) => ({
      ...person,
      sequence: 0,
      answers: {},
      waitsSince: null,
      savedAt: 0,
    }));
  }

  async start(): Promise<void> {
    await eachWithin(this.#sitters, START_WITHIN_MS, async (sitter) => {
      const body = { userId: sitter.id };
      const { status, text } = await this.#ask(sitter, 'POST', '', body);
      if (status !== 200) throw new Error(`A test could not be started: ${status} ${text}`);
    });
  }

  /** Runs until the lab ends. */
  async sit(until: AbortSignal): Promise<void> {
    await eachWithin(this.#sitters, SAVE_EVERY_MS, async (sitter) => {
      for (; !until.aborted; await pause(until, SAVE_EVERY_MS)) await this.#save(sitter, until);
    });
  }

  /** The longest wait of an answer for its acknowledgement since the last call, including pending ones. */
  takeLongestWaitMs(): number {
    const now = performance.now();
    const waiting = this.#sitters.map(({ waitsSince }) =>
      waitsSince === null ? 0 : now - waitsSince,
    );
    const longest = Math.max(this.#longestWaitMs, ...waiting);
    this.#longestWaitMs = 0;
    return longest;
  }

  /** Says whether everybody has saved something since that moment. */
  haveSavedSince(moment: number): boolean {
    return this.#sitters.every(({ savedAt }) => savedAt > moment);
  }

  /** Everybody submits. Counts those with and without a receipt of their answers. */
  async submit(): Promise<{ submitted: number; wrong: number }> {
    let submitted = 0;
    await eachWithin(this.#sitters, SUBMIT_WITHIN_MS, async (sitter) => {
      const body = { userId: sitter.id, markedAnswers: sitter.answers };
      await this.#ask(sitter, 'POST', '/submit', body);
      const { status, text } = await this.#ask(sitter, 'GET', '/result');
      if (status === 200 && text.includes(sha256(canonical(sitter.answers)))) submitted += 1;
    });
    return { submitted, wrong: this.#sitters.length - submitted };
  }

  async #save(sitter: Sitter, until: AbortSignal): Promise<void> {
    sitter.sequence += 1;
    sitter.answers = { ...sitter.answers, [randomInt(1, QUESTIONS + 1)]: String(randomInt(1, 5)) };
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    sitter.waitsSince = performance.now();
    for (
      let pauseMs = FIRST_RETRY_MS;
      !until.aborted;
      pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS)
    ) {
      const body = { userId, sequence, markedAnswers };
      const { status } = await this.#ask(sitter, 'PUT', '/answers', body);
      if (status === 200) break;
      const how = status === 0 ? 'no answer' : String(status);
      this.refusals.set(how, (this.refusals.get(how) ?? 0) + 1);
      await pause(until, pauseMs);
    }
    if (until.aborted) return;
    this.acknowledged.push(`${userId} ${sequence}`);
    sitter.savedAt = performance.now();
    this.#longestWaitMs = Math.max(this.#longestWaitMs, sitter.savedAt - sitter.waitsSince);
    sitter.waitsSince = null;
  }

  #ask(person: Person, method: string, path: string, body?: object) {
    const whole = `/api/v1/auth/quiz/${this.#room.quizId}${path}`;
    return ask(this.#room, method, whole, { person, ...(body && { body }) });
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function canonical(answers: Record<string, string>): string {
  const entries = Object.entries(answers).toSorted(([one], [other]) => Number(one) - Number(other));
  return `{${entries.map(([number, option]) => `"${number}":"${option}"`).join(',')}}`;
}
