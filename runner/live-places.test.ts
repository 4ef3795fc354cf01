import { describe, expect, test, vi } from 'vitest';
import { LivePlaces, type PreemptionReason } from './live-places.ts';
import { QueueFullError } from './run-queue.ts';
import { HANG_MS } from './testing/patience.ts';

const LONG = { giveWayAfterMs: 3_600_000, longestTurnMs: 3_600_000 };
const wait = { timeout: HANG_MS, interval: 5 };

/** A program in a terminal, from the moment of its request. */
class Terminal {
  state: 'waiting' | 'running' | 'ended' = 'waiting';
  place: number | null = null;
  idleMs = 0;
  /** How often the scheduler asked whether it is idle. */
  looks = 0;
  preempted: PreemptionReason | null = null;
  readonly #end = new AbortController();
  readonly #gone = Promise.withResolvers<void>();

  constructor(places: LivePlaces, person: string, { others = 0, turns = LONG } = {}) {
    const work = async () => {
      this.state = 'running';
      await this.#gone.promise;
    };
    const turn = {
      person,
      others,
      turns,
      signal: this.#end.signal,
      onPlace: (place: number) => {
        this.place = place;
      },
      idleMs: () => {
        this.looks += 1;
        return this.idleMs;
      },
      preempt: (why: PreemptionReason) => {
        this.preempted = why;
        this.end();
      },
    };
    places
      .run(work, turn)
      .catch(() => undefined)
      .finally(() => {
        this.state = 'ended';
      });
  }

  end(): void {
    this.#end.abort();
    this.#gone.resolve();
  }
}

const is = (terminal: Terminal, state: Terminal['state']) =>
  vi.waitUntil(() => terminal.state === state, wait);
const isLookedAt = (terminal: Terminal) => vi.waitUntil(() => terminal.looks > 2, wait);
/** Idle long enough to be preempted. */
const IDLE = { giveWayAfterMs: 30_000, longestTurnMs: 3_600_000 };

describe('slots for terminals', () => {
  test('go to users without one first, and each waiting user learns their place', async () => {
    const places = new LivePlaces(2, 10);
    const first = new Terminal(places, 'a');
    const second = new Terminal(places, 'b');
    const third = new Terminal(places, 'a');
    const fourth = new Terminal(places, 'c');
    expect([third.place, fourth.place]).toEqual([1, 0]);
    second.end();
    await is(fourth, 'running');
    expect([third.state, third.place]).toEqual(['waiting', 0]);
    first.end();
    await is(third, 'running');
  });

  test('are taken from the longest idle terminal while somebody waits', async () => {
    const places = new LivePlaces(3, 10);
    const all = ['a', 'b', 'c'].map((person) => new Terminal(places, person, { turns: IDLE }));
    const [busy, idle, idler] = all;
    if (!busy || !idle || !idler) throw new Error('There are three.');
    Object.assign(idle, { idleMs: 40_000 });
    Object.assign(idler, { idleMs: 50_000 });
    Object.assign(busy, { idleMs: 29_000 });
    const late = new Terminal(places, 'd', { turns: IDLE });
    await is(late, 'running');
    expect(all.map(({ preempted }) => preempted)).toEqual([null, null, 'idle']);
  });

  test('are kept while no terminal is idle for long', async () => {
    const places = new LivePlaces(1, 10);
    const busy = new Terminal(places, 'a', { turns: IDLE });
    const late = new Terminal(places, 'b', { turns: IDLE });
    await isLookedAt(busy);
    expect([busy.state, late.state]).toEqual(['running', 'waiting']);
    late.end();
    await is(late, 'ended');
    expect(places.waiting).toBe(0);
  });

  test('are taken from a user with two before an idle user with one', async () => {
    const turns = { giveWayAfterMs: 1, longestTurnMs: 3_600_000 };
    const places = new LivePlaces(3, 10);
    const one = new Terminal(places, 'a', { turns });
    const two = [new Terminal(places, 'b', { turns }), new Terminal(places, 'b', { turns })];
    one.idleMs = 50_000;
    const late = new Terminal(places, 'c', { turns });
    await is(late, 'running');
    expect(two.filter(({ preempted }) => preempted !== null)).toHaveLength(1);
    expect(one.preempted).toBeNull();
  });

  test('are not taken from a user with one for a user with one on another runner', async () => {
    const places = new LivePlaces(1, 10);
    const one = new Terminal(places, 'a', { turns: IDLE });
    one.idleMs = 50_000;
    const second = new Terminal(places, 'b', { others: 1, turns: IDLE });
    expect([one.state, second.state]).toEqual(['running', 'waiting']);
    const first = new Terminal(places, 'c', { turns: IDLE });
    await is(first, 'running');
    expect([one.preempted, second.state]).toEqual(['idle', 'waiting']);
  });

  test('are taken after the longest turn, even from an active terminal', async () => {
    const turns = { giveWayAfterMs: 3_600_000, longestTurnMs: 50 };
    const places = new LivePlaces(1, 10);
    const hog = new Terminal(places, 'a', { turns });
    const late = new Terminal(places, 'b', { turns });
    await is(late, 'running');
    expect(hog.preempted).toBe('long');
  });

  test('have a bounded queue', async () => {
    const places = new LivePlaces(1, 1);
    const terminals = [new Terminal(places, 'a'), new Terminal(places, 'b')];
    const turn = {
      person: 'c',
      others: 0,
      turns: LONG,
      signal: new AbortController().signal,
      onPlace: () => undefined,
      idleMs: () => 0,
      preempt: () => undefined,
    };
    await expect(places.run(async () => undefined, turn)).rejects.toThrow(QueueFullError);
    for (const terminal of terminals) terminal.end();
  });
});
