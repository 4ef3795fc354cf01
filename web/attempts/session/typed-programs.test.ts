import type { Answers, Saved } from '@vlabs/contract/attempts/attempts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttemptSession } from './attempt-session.ts';
import { openKeptAnswers } from './kept-answers.ts';

const PROGRAM_LENGTH = 60_000;

/** A program of 60 KB that grows by a character with each key press. */
const program = (pressed: number): string =>
  JSON.stringify({ language: 'c', drafts: { c: 'x'.repeat(PROGRAM_LENGTH + pressed) } });

/** A server that notes when each save arrives, unless the page is offline. */
class Server {
  isReachable = true;
  readonly saves: { atMs: number; sequence: number; answers: Answers }[] = [];
  readonly stored = new Map<string, string>();
  #held: { sequence: number; answers: Answers } = { sequence: 0, answers: {} };

  get answers(): Answers {
    return this.#held.answers;
  }

  /** As another device would, or a request that was on the way for long. */
  save(sequence: number, answers: Answers): boolean {
    if (sequence <= this.#held.sequence) return false;
    this.#held = { sequence, answers };
    this.saves.push({ atMs: Date.now(), sequence, answers });
    return true;
  }

  openPage(tab: string): AttemptSession {
    const { stored } = this;
    const storage = {
      get length() {
        return stored.size;
      },
      key: (index: number) => [...stored.keys()][index] ?? null,
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    };
    return new AttemptSession({
      sitting: { savedAnswers: this.#held.answers, sequence: this.#held.sequence },
      kept: openKeptAnswers(storage, { uniqueId: 'q', tab }),
      save: (sequence, answers) => this.#receive(sequence, answers),
      refusalOf: () => null,
      onClock: () => undefined,
    });
  }

  async #receive(sequence: number, answers: Answers): Promise<Saved> {
    await Promise.resolve();
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    this.save(sequence, answers);
    const savedAt = '2026-11-21T05:12:07.000Z';
    return { sequence, savedAt, remainingMs: 1000, endedTime: savedAt };
  }
}

/** Types a key each `everyMs` for `ms`. */
async function type(page: AttemptSession, ms: number, everyMs: number): Promise<void> {
  for (let pressed = 1; pressed * everyMs <= ms; pressed += 1) {
    page.answer('1', program(pressed), true);
    await vi.advanceTimersByTimeAsync(everyMs);
  }
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('Rule 1: a program is saved 1.5 seconds after typing stops', async () => {
  const server = new Server();
  const page = server.openPage('a');
  page.answer('1', program(1), true);
  await vi.advanceTimersByTimeAsync(1499);
  expect(server.saves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(server.answers).toEqual({ 1: program(1) });
});

test('Rule 1: while a student types, the program is saved every 10 seconds', async () => {
  const server = new Server();
  const page = server.openPage('a');
  await type(page, 60_000, 500);
  const times = [0, ...server.saves.map(({ atMs }) => atMs)];
  const pauses = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(pauses.length).toBeGreaterThanOrEqual(5);
  expect(pauses.filter((pause) => pause > 10_500)).toEqual([]);
});

test('Rule 1: leaving the question saves the program immediately', async () => {
  const server = new Server();
  const page = server.openPage('a');
  page.answer('1', program(1), true);
  page.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.answers).toEqual({ 1: program(1) });
});

test('Rule 1: a program is kept in the browser until the server has acknowledged it', async () => {
  const server = new Server();
  const page = server.openPage('a');
  server.isReachable = false;
  await type(page, 5000, 250);
  page.close();
  expect(server.answers).toEqual({});
  expect(server.stored.size).toBe(1);
  server.isReachable = true;
  const next = server.openPage('b');
  expect(next.current().answers).toEqual({ 1: program(20) });
  await vi.advanceTimersByTimeAsync(1000);
  expect(server.answers).toEqual({ 1: program(20) });
  expect(server.stored.size).toBe(0);
});

test('Rule 1: an older sequence never overwrites a newer one', async () => {
  const server = new Server();
  const page = server.openPage('a');
  await type(page, 30_000, 400);
  await vi.advanceTimersByTimeAsync(2000);
  const [first] = server.saves;
  expect(server.save(first?.sequence ?? 0, first?.answers ?? {})).toBe(false);
  expect(server.answers).toEqual({ 1: program(75) });
  const sequences = server.saves.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((one, other) => one - other));
});

test('five minutes of typing a program of 60 KB offline keep less than 1 MB', async () => {
  const server = new Server();
  const page = server.openPage('a');
  server.isReachable = false;
  // Each pause sends the program once more.
  await type(page, 300_000, 2000);
  const [kept = ''] = server.stored.values();
  expect(kept.length).toBeGreaterThan(PROGRAM_LENGTH);
  expect(kept.length).toBeLessThan(1_000_000);
  server.isReachable = true;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.answers).toEqual({ 1: program(150) });
});
