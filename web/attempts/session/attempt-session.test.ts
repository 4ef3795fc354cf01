import type { Answers, Saved } from '@vlabs/contract/attempts/attempts';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AttemptSession } from './attempt-session.ts';
import { openKeptAnswers } from './kept-answers.ts';

type Network = 'works' | 'loses the request' | 'loses the reply';

class Refusal extends Error {
  readonly code: string;
  readonly data: unknown;

  constructor(code: string, data: unknown) {
    super(code);
    this.code = code;
    this.data = data;
  }
}

/** A model of the server behind a network that may lose requests and replies. */
class World {
  network: Network = 'works';
  held: { sequence: number; answers: Answers } = { sequence: 0, answers: {} };
  refuse: Refusal | null = null;
  /** Only the page that opened the attempt last may write. */
  tab = '';
  readonly storage = makeStorage();

  openPage(tab: string): AttemptSession {
    this.tab = tab;
    return new AttemptSession({
      sitting: { savedAnswers: this.held.answers, sequence: this.held.sequence },
      kept: openKeptAnswers(this.storage, { uniqueId: 'q', tab }),
      save: (sequence, answers) => this.#save(tab, sequence, answers),
      refusalOf: (error) => (error instanceof Refusal ? error : null),
      onClock: () => undefined,
    });
  }

  async #save(tab: string, sequence: number, answers: Answers): Promise<Saved> {
    const { network } = this;
    await Promise.resolve();
    if (network === 'loses the request') throw new TypeError('Failed to fetch');
    if (this.refuse) throw this.refuse;
    if (tab !== this.tab) throw new Refusal('taken_over', null);
    if (sequence > this.held.sequence) this.held = { sequence, answers };
    const isSame =
      sequence === this.held.sequence &&
      JSON.stringify(answers) === JSON.stringify(this.held.answers);
    if (network === 'loses the reply') throw new TypeError('Failed to fetch');
    const clock = { remainingMs: 1000, endedTime: '2026-11-21T05:00:00.000Z' };
    if (!isSame) {
      const data = { sequence: this.held.sequence, savedAnswers: this.held.answers, ...clock };
      throw new Refusal('stale_sequence', data);
    }
    return { sequence, savedAt: '2026-11-21T05:12:07.000Z', ...clock };
  }
}

function makeStorage() {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** Runs the timers of all planned retries. */
const settle = () => vi.advanceTimersByTimeAsync(20_000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an answer is stored immediately, sent, and deleted when the server has it', async () => {
  const world = new World();
  const page = world.openPage('a');
  page.answer('1', '3');
  expect(page.current().saving).toEqual({ is: 'saving' });
  expect(world.storage.length).toBe(1);
  await settle();
  expect(page.current().saving).toEqual({ is: 'saved', at: '2026-11-21T05:12:07.000Z' });
  expect(world.held.answers).toEqual({ 1: '3' });
  expect(world.storage.length).toBe(0);
});

test('without a network nothing is shown as saved, and everything is sent when it is back', async () => {
  const world = new World();
  const page = world.openPage('a');
  world.network = 'loses the request';
  for (let number = 1; number <= 10; number += 1) page.answer(String(number), '2');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(page.current().saving).toEqual({ is: 'not-saved', isKeptHere: true });
  expect(world.held.answers).toEqual({});
  world.network = 'works';
  await settle();
  expect(Object.keys(world.held.answers)).toHaveLength(10);
  expect(page.current().saving.is).toBe('saved');
});

test('answers that were never acknowledged are sent after a reload', async () => {
  const world = new World();
  world.network = 'loses the request';
  const before = world.openPage('a');
  before.answer('1', '3');
  before.answer('2', '4');
  await settle();
  before.close();
  world.network = 'works';
  const after = world.openPage('b');
  expect(after.current().answers).toEqual({ 1: '3', 2: '4' });
  await settle();
  expect(world.held.answers).toEqual({ 1: '3', 2: '4' });
  expect(world.storage.length).toBe(0);
});

test('pages of earlier versions and of this one recover the answers of each other', async () => {
  const world = new World();
  const left = '{"base":{},"marks":{"1":"3"},"sent":{"1":["3"]}}';
  world.storage.setItem('attempt/q/a', left);
  world.network = 'loses the request';
  const page = world.openPage('b');
  expect(page.current().answers).toEqual({ 1: '3' });
  expect(world.storage.getItem('attempt/q/b')).toBe(left);
  world.network = 'works';
  await settle();
  expect(world.held.answers).toEqual({ 1: '3' });
  expect(world.storage.length).toBe(0);
});

test('a second choice outlives the lost acknowledgement of the first', async () => {
  const world = new World();
  const before = world.openPage('a');
  world.network = 'loses the reply';
  before.answer('1', '2');
  await vi.advanceTimersByTimeAsync(10);
  world.network = 'loses the request';
  before.answer('1', '3');
  await settle();
  expect(world.held.answers).toEqual({ 1: '2' });
  before.close();
  world.network = 'works';
  world.openPage('b');
  await settle();
  expect(world.held.answers).toEqual({ 1: '3' });
});

test('answers that another device saved meanwhile are kept alongside those of this page', async () => {
  const world = new World();
  const here = world.openPage('a');
  world.network = 'loses the request';
  here.answer('1', '1');
  here.answer('2', '1');
  await settle();
  here.close();
  world.held = { sequence: 9, answers: { 1: '4' } };
  world.network = 'works';
  const again = world.openPage('b');
  await settle();
  expect(again.current().answers).toEqual({ 1: '4', 2: '1' });
  expect(world.held.answers).toEqual({ 1: '4', 2: '1' });
});

test.each([
  ['taken_over', 'taken-over'],
  ['closed', 'closed'],
])('after %s nothing more is sent', async (code, phase) => {
  const world = new World();
  const page = world.openPage('a');
  world.refuse = new Refusal(code, null);
  page.answer('1', '1');
  await settle();
  expect(page.current().phase).toBe(phase);
  world.refuse = null;
  page.answer('1', '2');
  page.tryNow();
  await settle();
  expect(world.held.answers).toEqual({});
});

test('a browser without storage is reported', async () => {
  const world = new World();
  world.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const page = world.openPage('a');
  world.network = 'loses the request';
  page.answer('1', '1');
  await vi.advanceTimersByTimeAsync(10);
  expect(page.current().saving).toEqual({ is: 'not-saved', isKeptHere: false });
});

test('the server holds the last choice, whatever the network loses and whenever the page reloads', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('answer' as const),
      number: fc.constantFrom('1', '2', '3'),
      option: fc.constantFrom('1', '2', '3', '4', null),
    }),
    fc.record({
      do: fc.constant('network' as const),
      network: fc.constantFrom<Network>('works', 'loses the request', 'loses the reply'),
    }),
    fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 9000 }) }),
    fc.record({ do: fc.constant('reload' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = new World();
      let tab = 0;
      let page = world.openPage(`${tab}`);
      let chosen: Answers = {};
      for (const action of steps) {
        if (action.do === 'answer') {
          const { number, option } = action;
          const { [number]: _before, ...others } = chosen;
          chosen = option === null ? others : { ...others, [number]: option };
          page.answer(number, option);
        } else if (action.do === 'network') world.network = action.network;
        else if (action.do === 'pass') await vi.advanceTimersByTimeAsync(action.ms);
        else {
          page.close();
          tab += 1;
          page = world.openPage(`${tab}`);
        }
        expect(page.current().answers).toEqual(chosen);
        const isSaved = page.current().saving.is === 'saved';
        expect(isSaved && JSON.stringify(world.held.answers) !== JSON.stringify(chosen)).toBe(
          false,
        );
      }
      world.network = 'works';
      await settle();
      expect(world.held.answers).toEqual(chosen);
      expect(world.storage.length).toBe(0);
      page.close();
    }),
    { numRuns: 300 },
  );
});

test('typed text is stored immediately and sent once after a pause', async () => {
  const world = new World();
  const page = world.openPage('a');
  for (const typed of ['r', 're', 'rec']) {
    page.answer('1', typed, true);
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(world.held).toEqual({ sequence: 0, answers: {} });
  expect(world.storage.length).toBe(1);
  expect(page.current().saving).toEqual({ is: 'saving' });
  await vi.advanceTimersByTimeAsync(1500);
  expect(world.held).toEqual({ sequence: 3, answers: { 1: 'rec' } });
  expect(page.current().saving).toMatchObject({ is: 'saved' });
  expect(world.storage.length).toBe(0);
});

test('continuous typing is saved every ten seconds', async () => {
  const world = new World();
  const page = world.openPage('a');
  let typed = '';
  for (let second = 0; second < 12; second += 1) {
    typed += 'x';
    page.answer('1', typed, true);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(world.held.answers[1]?.length).toBeGreaterThanOrEqual(10);
});

test('typed text is sent immediately on blur or when another question is answered', async () => {
  const world = new World();
  const page = world.openPage('a');
  page.answer('1', 'word', true);
  page.flush();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.held.answers).toEqual({ 1: 'word' });
  page.answer('1', 'words', true);
  page.answer('2', '3');
  await vi.advanceTimersByTimeAsync(0);
  expect(world.held.answers).toEqual({ 1: 'words', 2: '3' });
});

test('a page left in the middle of a word keeps it for the next page', async () => {
  const world = new World();
  const page = world.openPage('a');
  page.answer('1', 'wor', true);
  page.close();
  await settle();
  expect(world.held.answers).toEqual({});
  const next = world.openPage('b');
  expect(next.current().answers).toEqual({ 1: 'wor' });
  await settle();
  expect(world.held.answers).toEqual({ 1: 'wor' });
});
