import { createHash, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { pause } from './calls.ts';
import type { LoadClients, Reply } from './load-clients.ts';
import { eachWithin } from './load-quiz.ts';
import type { Person } from './people.ts';

/** The number of questions of the test. */
export const QUESTIONS = 20;
const TIMEOUT_MS = 60_000;
/** As the page does. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 5000;

interface Sitter extends Person {
  sequence: number;
  answers: Record<string, string>;
  /** The sequences of acknowledged saves. */
  acknowledged: number[];
  /** When the pending answer was first sent; null if there is none. */
  waitsSince: number | null;
  savedAt: number;
}

/** The calls of one kind. */
export interface Calls {
  /** The successful ones. */
  replies: Reply[];
  /** The others, by status or error. */
  refused: Record<string, number>;
}

interface Room {
  clients: LoadClients;
  quizId: string;
  /** Sends each answer until it is acknowledged, as the page does. */
  retries?: boolean;
  /** Each page follows the events of its test. */
  listens?: boolean;
  timeoutMs?: number;
  /** `QUESTIONS` if absent. */
  questions?: number;
  /** One of four options if absent. */
  answerTo?: (number: number) => string;
}

const anyOption = () => String(randomInt(1, 5));

/** What the database has of what was acknowledged. */
export interface Compared {
  /** By student and sequence. */
  acknowledged: string[];
  missing: string[];
  /** Attempts without a receipt of the student's answers. */
  unsubmitted: number;
}

/** Students who sit a test: they start, save at a pace, and submit. Everything acknowledged is noted. */
export class Sitters {
  readonly calls = { start: noCalls(), save: noCalls(), submit: noCalls() };
  readonly #room: Room;
  readonly #sitters: Sitter[];
  #longestWaitMs = 0;

  constructor(room: Room, people: readonly Person[]) {
    this.#room = room;
    this.#sitters = people.map((person) => ({
      ...person,
      sequence: 0,
      answers: {},
      acknowledged: [],
      waitsSince: null,
      savedAt: 0,
    }));
  }

  /** Every acknowledged save, by student and sequence. */
  get acknowledged(): string[] {
    return this.#sitters.flatMap(({ id, acknowledged }) =>
      acknowledged.map((sequence) => `${id} ${sequence}`),
    );
  }

  start(withinMs: number): Promise<void> {
    const { clients, quizId, listens = false } = this.#room;
    return eachWithin(this.#sitters, withinMs, async (sitter) => {
      await this.#call('start', sitter, 'POST', '', { userId: sitter.id });
      if (listens) clients.listen(sitter, `/api/v1/auth/quiz/${quizId}/events`);
    });
  }

  /** Everybody changes an answer every `everyMs`, until the signal. */
  sit(until: AbortSignal, everyMs: number): Promise<void> {
    return eachWithin(this.#sitters, everyMs, async (sitter) => {
      for (; !until.aborted; await pause(until, everyMs)) await this.#save(sitter, until);
    });
  }

  submit(withinMs: number): Promise<void> {
    return eachWithin(this.#sitters, withinMs, async (sitter) => {
      const body = { userId: sitter.id, markedAnswers: sitter.answers };
      await this.#call('submit', sitter, 'POST', '/submit', body);
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

  /** Every acknowledged save must have its line in the timeline, to which lines are only added. */
  async compare(pool: Pool): Promise<Compared> {
    const { acknowledged } = this;
    const of = [this.#room.quizId];
    const saves = await pool.query<{ line: string }>(
      `select person_id || ' ' || (details ->> 'sequence') as line
        from attempt_steps where quiz_id = $1 and step = 'save'`,
      of,
    );
    const attempts = await pool.query<{ person_id: string; receipt_sha256: string | null }>(
      'select person_id, receipt_sha256 from attempts where quiz_id = $1',
      of,
    );
    const kept = new Set(saves.rows.map(({ line }) => line));
    const receipts = new Map(attempts.rows.map((one) => [one.person_id, one.receipt_sha256]));
    return {
      acknowledged,
      missing: acknowledged.filter((line) => !kept.has(line)),
      unsubmitted: this.#sitters.filter(
        ({ id, answers }) => receipts.get(id) !== sha256(canonical(answers)),
      ).length,
    };
  }

  async #save(sitter: Sitter, until: AbortSignal): Promise<void> {
    sitter.sequence += 1;
    const { questions = QUESTIONS, answerTo = anyOption } = this.#room;
    const number = randomInt(1, questions + 1);
    sitter.answers = { ...sitter.answers, [number]: answerTo(number) };
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    const body = { userId, sequence, markedAnswers };
    sitter.waitsSince = performance.now();
    let pauseMs = FIRST_RETRY_MS;
    while (!(await this.#call('save', sitter, 'PUT', '/answers', body))) {
      if (until.aborted || this.#room.retries !== true) return;
      await pause(until, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS);
    }
    sitter.acknowledged.push(sequence);
    sitter.savedAt = performance.now();
    this.#longestWaitMs = Math.max(this.#longestWaitMs, sitter.savedAt - sitter.waitsSince);
    sitter.waitsSince = null;
  }

  /** Notes the outcome; true if the call succeeded. */
  async #call(
    kind: 'start' | 'save' | 'submit',
    ...[sitter, method, path, body]: [Sitter, string, string, object]
  ): Promise<boolean> {
    const { clients, quizId, timeoutMs = TIMEOUT_MS } = this.#room;
    const { replies, refused } = this.calls[kind];
    const whole = `/api/v1/auth/quiz/${quizId}${path}`;
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await clients.call(sitter, method, whole, { body, signal });
    if (reply.status === 200) {
      replies.push(reply);
      return true;
    }
    const how = reply.error ?? String(reply.status);
    refused[how] = (refused[how] ?? 0) + 1;
    return false;
  }
}

const noCalls = (): Calls => ({ replies: [], refused: {} });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function canonical(answers: Record<string, string>): string {
  const entries = Object.entries(answers).toSorted(([one], [other]) => Number(one) - Number(other));
  return `{${entries.map(([number, option]) => `"${number}":"${option}"`).join(',')}}`;
}
