import { expect, test } from 'vitest';
import { SaveTurns } from './save-turns.ts';

/** Saves of one attempt that end when they are told to. */
function makeSaves() {
  const turns = new SaveTurns();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const key = { quizId: 'q', personId: 'a' };
  const save = (sequence: number, of = key) => {
    const name = `${of.personId} ${sequence}`;
    return turns.run(of, sequence, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return sequence;
    });
  };
  return {
    save,
    begun,
    end: (name: string) => ends.get(name)?.(),
    other: { ...key, personId: 'b' },
  };
}

test('one save of an attempt is written at a time, and of those that wait the newest is next', async () => {
  const { save, begun, end } = makeSaves();
  const saves = [1, 2, 4, 3].map((sequence) => save(sequence));
  for (const name of ['a 1', 'a 4', 'a 3', 'a 2']) {
    await expect.poll(() => begun.at(-1)).toBe(name);
    end(name);
  }
  expect(await Promise.all(saves)).toEqual([1, 2, 4, 3]);
  expect(begun).toEqual(['a 1', 'a 4', 'a 3', 'a 2']);
});

test('saves of other attempts do not wait, and a failed save lets the next one go on', async () => {
  const { save, begun, end, other } = makeSaves();
  const turns = new SaveTurns();
  const first = save(1);
  const second = save(1, other);
  expect(begun).toEqual(['a 1', 'b 1']);
  end('a 1');
  end('b 1');
  await Promise.all([first, second]);
  const key = { quizId: 'q', personId: 'a' };
  const failed = turns.run(key, 1, () => Promise.reject(new Error('No connection.')));
  const next = turns.run(key, 2, async () => 'saved');
  await expect(failed).rejects.toThrow('No connection.');
  expect(await next).toBe('saved');
});
