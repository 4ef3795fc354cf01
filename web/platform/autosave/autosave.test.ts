import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Autosave } from './autosave.ts';
import type { SyncState } from './draft-rules.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A draft in a browser, and the saves that reached the server. */
class World {
  text = '';
  state: SyncState = { revision: 0, savedAt: null, isChanged: false };
  isDiverged = false;
  readonly saves: { text: string; revision: number }[] = [];
  readonly failures: unknown[] = [];
  /** Replaces the reply of the server. */
  reply = async () => undefined;

  open(lock?: string): Autosave<string> {
    return new Autosave({
      pauseMs: 100,
      ...(lock !== undefined && { lock }),
      read: () => this.text,
      readState: () => this.state,
      keepState: (state) => {
        this.state = state;
      },
      isDiverged: () => this.isDiverged,
      save: async (text, revision) => {
        this.saves.push({ text, revision });
        await this.reply();
        return { revision: revision + 1, savedAt: '2026-11-21T05:12:07.000Z' };
      },
      onFailure: (error) => void this.failures.push(error),
    });
  }

  type(autosave: Autosave<string>, text: string): void {
    this.text = text;
    autosave.changed();
  }
}

test('a change is sent after a pause, from the revision that the server gave last', async () => {
  const world = new World();
  const autosave = world.open();
  world.type(autosave, 'a');
  expect(world.state.isChanged).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(world.state).toMatchObject({ revision: 1, isChanged: false });
  world.type(autosave, 'ab');
  await vi.advanceTimersByTimeAsync(100);
  expect(world.saves).toEqual([
    { text: 'a', revision: 0 },
    { text: 'ab', revision: 1 },
  ]);
});

test('what is typed during a save counts as changed until it is saved too', async () => {
  const world = new World();
  const autosave = world.open();
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  world.reply = () => end;
  world.type(autosave, 'a');
  const first = autosave.now();
  await vi.advanceTimersByTimeAsync(0);
  // Written by another tab, which closes.
  world.text = 'ab';
  resolve(undefined);
  await first;
  expect(world.state).toMatchObject({ revision: 1, isChanged: true });
  await vi.advanceTimersByTimeAsync(100);
  expect(world.saves.at(-1)).toEqual({ text: 'ab', revision: 1 });
  expect(world.state).toMatchObject({ revision: 2, isChanged: false });
});

test('changes that another tab left are sent from this one', async () => {
  const world = new World();
  const autosave = world.open();
  autosave.overheard();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.saves).toEqual([]);
  world.text = 'left';
  world.state = { ...world.state, isChanged: true };
  autosave.overheard();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.saves).toEqual([{ text: 'left', revision: 0 }]);
});

test('nothing is sent while the person has not chosen between two versions', async () => {
  const world = new World();
  const autosave = world.open();
  world.isDiverged = true;
  world.type(autosave, 'mine');
  await vi.advanceTimersByTimeAsync(10_000);
  await autosave.now();
  expect(world.saves).toEqual([]);
  expect(world.state.isChanged).toBe(true);
  world.isDiverged = false;
  await autosave.saveOver(7);
  expect(world.saves).toEqual([{ text: 'mine', revision: 7 }]);
});

test('saves with the same lock follow each other', async () => {
  const order: string[] = [];
  const { promise: end, resolve } = Promise.withResolvers<undefined>();
  const [slow, quick] = [new World(), new World()];
  slow.reply = async () => {
    await end;
    order.push('slow');
    return undefined;
  };
  quick.reply = async () => void order.push('quick');
  const sent = [slow.open('draft 1').saveOver(0), quick.open('draft 1').saveOver(0)];
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual([]);
  resolve(undefined);
  await Promise.all(sent);
  expect(order).toEqual(['slow', 'quick']);
});

test('a save that fails does not block the next one', async () => {
  for (const lock of [undefined, 'draft 2']) {
    const world = new World();
    const autosave = world.open(lock);
    world.reply = () => Promise.reject(new Error('on purpose'));
    world.type(autosave, 'a');
    await autosave.now();
    expect(world.failures).toHaveLength(1);
    expect(world.state).toMatchObject({ revision: 0, isChanged: true });
    world.reply = async () => undefined;
    await autosave.now();
    expect(world.state).toMatchObject({ revision: 1, isChanged: false });
  }
});
