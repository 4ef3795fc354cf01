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

type Answers = Readonly<Record<string, string>>;

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
  /** What a student changes before a save; one of four options of any question if absent. */
  change?: (sitter: Sitter) => Answers;
  /** What a student changes just before the submission. */
  finish?: (sitter: Sitter) => Answers;
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
  readonly calls = { start: noCalls(), save: noCalls(), submit: noCalls() };
  readonly #room: Room;
  readonly #sitters: Sitter[];
  #longestWaitMs = 0;

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
      await this.#call('start', sitter, 'POST', '', { userId: sitter.id });
      this.#listen(sitter);
    });
  }

  #listen(sitter: Sitter): void {
    const { clients, quizId, listens = false } = this.#room;
    if (listens) clients.listen(sitter, `/api/v1/auth/quiz/${quizId}/events`);
  }

  /** Everybody changes an answer every `everyMs`, until the signal. */
  sit(until: AbortSignal, everyMs: number): Promise<void> {
    return eachWithin(this.#sitters, everyMs, async (sitter) => {
      for (; !until.aborted; await pause(until, everyMs)) await this.#save(sitter, until);
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
        this.#listen(sitter);
        // As the page does, one that has changed nothing sends nothing.
        if (sitter.sequence > 0) await this.#send(sitter, { until: never, retries: true });
      }),
    );
  }

  submit(withinMs: number): Promise<void> {
    return eachWithin(this.#sitters, withinMs, async (sitter) => {
      sitter.answers = { ...sitter.answers, ...this.#room.finish?.(sitter) };
      const { id: userId, answers: markedAnswers } = sitter;
      const isDone = await this.#call('submit', sitter, 'POST', '/submit', {
        userId,
        markedAnswers,
      });
      if (isDone) sitter.kept = markedAnswers;
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
    const kept = new Set(saves.rows.map(({ line }) => line));
    const receipts = new Map(attempts.rows.map((one) => [one.person_id, one.receipt_sha256]));
    return {
      acknowledged,
      missing: acknowledged.filter((line) => !kept.has(line)),
      unsubmitted: this.#sitters.filter(
        ({ id, answers }) => receipts.get(id) !== receiptOf(answers, this.#room.programs),
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

  #save(sitter: Sitter, until: AbortSignal): Promise<void> {
    this.#change(sitter);
    return this.#send(sitter, { until, retries: this.#room.retries === true });
  }

  async #send(
    sitter: Sitter,
    { until, retries }: { until: AbortSignal; retries: boolean },
  ): Promise<void> {
    const { id: userId, sequence, answers: markedAnswers } = sitter;
    const body = { userId, sequence, markedAnswers };
    sitter.waitsSince = performance.now();
    let pauseMs = FIRST_RETRY_MS;
    while (!(await this.#call('save', sitter, 'PUT', '/answers', body))) {
      if (until.aborted || !retries) return;
      await pause(until, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS);
    }
    sitter.acknowledged.push(sequence);
    sitter.kept = markedAnswers;
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

const canonical = (answers: Answers): string => `{${listMembers(answers).join(',')}}`;

function listMembers(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values)
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([number, value]) => `"${number}":${JSON.stringify(value)}`);
}

/** Of the answers, with programs by the hashes of their texts. Written without the server's code. */
function receiptOf(answers: Answers, programs: readonly number[] = []): string {
  const isProgram = ([number]: [string, string]) => programs.includes(Number(number));
  const all = Object.entries(answers);
  const members = listMembers(Object.fromEntries(all.filter((one) => !isProgram(one))));
  const hashes = all.filter(isProgram).map(([number, answer]) => {
    const { language, drafts }: ProgramAnswer = JSON.parse(answer);
    return [number, { language, sha256: sha256(drafts[language] ?? '') }];
  });
  if (hashes.length > 0) {
    members.push(`"programs":{${listMembers(Object.fromEntries(hashes)).join(',')}}`);
  }
  return sha256(`{${members.join(',')}}`);
}

interface ProgramAnswer {
  language: string;
  drafts: Record<string, string>;
}
