import { randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { pause } from './calls.ts';
import type { LoadClients, Reply } from './load-clients.ts';
import { type Answers, canonical, receiptOf } from './receipts.ts';
import {
  type Patience,
  noPatience,
  queueOf,
  savePatience,
  spread,
  startPatience,
  submitPatience,
  tryAgain,
} from './tries.ts';
import { eachWithin } from './load-quiz.ts';
import type { Person } from './people.ts';

/** The number of questions of the test. */
export const QUESTIONS = 20;
const TIMEOUT_MS = 60_000;
/** A student gives up after this. */
const PATIENCE_MS = 120_000;
/** As the page does: time for a broken stream to come back, and between tries. */
const FIRST_ASK_MS = 1000;
const LISTEN_AGAIN_MS = 15_000;

/** A student in front of the test. */
export interface Sitter extends Person {
  /** In the list of students, from 0. */
  place: number;
  sequence: number;
  answers: Answers;
  /** The answers that were acknowledged last. */
  kept: Answers;
  /** The sequences of acknowledged saves. */
  acknowledged: number[];
  /** When the pending answer was first sent; null if there is none. */
  waitsSince: number | null;
  savedAt: number;
  /** Closes the page without submitting. */
  leaves: boolean;
}

/** The calls of one kind. */
export interface Calls {
  /** The successful ones. */
  replies: Reply[];
  /** The others, by status or error. */
  refused: Record<string, number>;
  /** Tries before these that were refused for the moment. */
  again?: number;
}

interface Room {
  clients: LoadClients;
  quizId: string;
  /** Tries again as the page does: a start in its turn, a save until it is acknowledged. */
  retries?: boolean;
  /** Each page follows the events of its test. */
  listens?: boolean;
  timeoutMs?: number;
  /** What a student changes before a save; one of four options of any question if absent. */
  change?: (sitter: Sitter) => Answers;
  /** What a student changes just before the submission. */
  finish?: (sitter: Sitter) => Answers;
  /** The part of the students who close the page without submitting; nobody if absent. */
  leaving?: number;
  /** The numbers of the questions that are answered with programs. */
  programs?: readonly number[];
}

/** Another answer to any of the questions. */
export const changeAny = (questions: number, answerTo: (number: number) => string): Answers => {
  const number = randomInt(1, questions + 1);
  return { [number]: answerTo(number) };
};

const anyOption = () => changeAny(QUESTIONS, () => String(randomInt(1, 5)));

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
  readonly calls = { start: noCalls(), save: noCalls(), submit: noCalls(), ask: noCalls() };
  readonly #room: Room;
  readonly #sitters: Sitter[];
  #longestWaitMs = 0;
  #isOver = false;

  constructor(room: Room, people: readonly Person[]) {
    this.#room = room;
    this.#sitters = people.map((person, place) => ({
      ...person,
      place,
      sequence: 0,
      answers: {},
      kept: {},
      acknowledged: [],
      waitsSince: null,
      savedAt: 0,
      leaves: place < people.length * (room.leaving ?? 0),
    }));
  }

  /** Every acknowledged save, by student and sequence. */
  get acknowledged(): string[] {
    return this.#sitters.flatMap(({ id, acknowledged }) =>
      acknowledged.map((sequence) => `${id} ${sequence}`),
    );
  }

  start(withinMs: number): Promise<void> {
    return eachWithin(this.#sitters, withinMs, async (sitter) => {
      const patience = this.#room.retries ? startPatience() : noPatience();
      let ticket: string | undefined;
      const start = (before: Reply | null) => {
        ticket = (before && queueOf(before)?.ticket) ?? ticket;
        return this.#send(sitter, 'POST', '', { userId: sitter.id, ticket });
      };
      await this.#try('start', start, { patience });
      if (this.#room.listens) void this.#listen(sitter);
    });
  }

  /** Follows the events; while the stream is refused, asks for the state, as the page does. */
  async #listen(sitter: Sitter): Promise<void> {
    const { clients, quizId, retries } = this.#room;
    const never = new AbortController().signal;
    const ask = () => this.#send(sitter, 'GET', `/status/${sitter.id}?after=0`);
    do {
      const { retryAfterMs } = await clients.listen(sitter, `/api/v1/auth/quiz/${quizId}/events`);
      if (!retries || this.#isOver) return;
      const backMs = retryAfterMs ?? LISTEN_AGAIN_MS;
      await pause(never, spread(FIRST_ASK_MS));
      if (!this.#isOver) await this.#try('ask', ask, { patience: noPatience() });
      await pause(never, backMs / 2 + spread(backMs));
    } while (!this.#isOver);
  }

  /** Pages no longer follow events. */
  leave(): void {
    this.#isOver = true;
  }

  /** Everybody changes an answer every `everyMs`, until the signal. */
  sit(until: AbortSignal, everyMs: number): Promise<void> {
    return eachWithin(this.#sitters, everyMs, async (sitter) => {
      for (; !until.aborted; await pause(until, everyMs)) {
        this.#change(sitter);
        await this.#save(sitter, until, this.#room.retries ? savePatience() : noPatience());
      }
    });
  }

  /** Everybody changes answers without sending them. */
  sitOffline(until: AbortSignal, everyMs: number): Promise<void> {
    return eachWithin(this.#sitters, everyMs, async (sitter) => {
      for (; !until.aborted; await pause(until, everyMs)) this.#change(sitter);
    });
  }

  /** Everybody reconnects and sends the newest answers at the same moment, again until they are acknowledged. */
  async reconnect(): Promise<void> {
    const never = new AbortController().signal;
    await Promise.all(
      this.#sitters.map(async (sitter) => {
        if (this.#room.listens) void this.#listen(sitter);
        // As the page does, one that has changed nothing sends nothing.
        if (sitter.sequence > 0) await this.#save(sitter, never, savePatience());
      }),
    );
  }

  submit(withinMs: number): Promise<void> {
    return eachWithin(this.#sitters, withinMs, async (sitter) => {
      if (sitter.leaves) return;
      sitter.answers = { ...sitter.answers, ...this.#room.finish?.(sitter) };
      const { id: userId, answers: markedAnswers } = sitter;
      const submit = () => this.#send(sitter, 'POST', '/submit', { userId, markedAnswers });
      const patience = this.#room.retries ? submitPatience() : noPatience();
      if (await this.#try('submit', submit, { patience })) sitter.kept = markedAnswers;
    });
  }

  /** The saves since the last call. */
  takeSaves(): Calls {
    const { save } = this.calls;
    this.calls.save = noCalls();
    return save;
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
    const stored = new Set(saves.rows.map(({ line }) => line));
    const receipts = new Map(attempts.rows.map((one) => [one.person_id, one.receipt_sha256]));
    return {
      acknowledged,
      missing: acknowledged.filter((line) => !stored.has(line)),
      unsubmitted: this.#sitters.filter(
        ({ id, answers, kept, leaves }) =>
          receipts.get(id) !== receiptOf(leaves ? kept : answers, this.#room.programs),
      ).length,
    };
  }

  /** Students whose stored answers are not, letter for letter, those that were acknowledged last. */
  async countDiffering(pool: Pool): Promise<number> {
    const { rows } = await pool.query<{ person_id: string; answers: string }>(
      'select person_id, answers::text as answers from attempts where quiz_id = $1',
      [this.#room.quizId],
    );
    const stored = new Map(rows.map((one) => [one.person_id, one.answers]));
    return this.#sitters.filter(({ id, kept }) => stored.get(id) !== canonical(kept)).length;
  }

  #change(sitter: Sitter): void {
    sitter.sequence += 1;
    const { change = anyOption } = this.#room;
    sitter.answers = { ...sitter.answers, ...change(sitter) };
  }

  async #save(sitter: Sitter, until: AbortSignal, patience: Patience): Promise<void> {
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    const body = { userId, sequence, markedAnswers };
    sitter.waitsSince = performance.now();
    const save = () => this.#send(sitter, 'PUT', '/answers', body);
    if (!(await this.#try('save', save, { patience, until }))) return;
    sitter.acknowledged.push(sequence);
    sitter.kept = markedAnswers;
    sitter.savedAt = performance.now();
    this.#longestWaitMs = Math.max(this.#longestWaitMs, sitter.savedAt - sitter.waitsSince);
    sitter.waitsSince = null;
  }

  #send(sitter: Sitter, ...[method, path, body]: [string, string, object?]): Promise<Reply> {
    const { clients, quizId, timeoutMs = TIMEOUT_MS } = this.#room;
    const signal = AbortSignal.timeout(timeoutMs);
    const whole = `/api/v1/auth/quiz/${quizId}${path}`;
    return clients.call(sitter, method, whole, { ...(body && { body }), signal });
  }

  /** Notes the outcome; true if the call succeeded in the end. */
  async #try(
    kind: keyof Sitters['calls'],
    send: (before: Reply | null) => Promise<Reply>,
    {
      patience,
      until = AbortSignal.timeout(PATIENCE_MS),
    }: { patience: Patience; until?: AbortSignal },
  ): Promise<boolean> {
    const calls = this.calls[kind];
    const { reply, again, isPending } = await tryAgain(send, patience, until);
    calls.again = (calls.again ?? 0) + again;
    if (reply.status === 200) calls.replies.push(reply);
    else if (!isPending || kind !== 'save') {
      // The answers of a pending save go with the submission.
      const how = reply.error ?? String(reply.status);
      calls.refused[how] = (calls.refused[how] ?? 0) + 1;
    }
    return reply.status === 200;
  }
}

export const noCalls = (): Calls => ({ replies: [], refused: {}, again: 0 });
