import { StartQueue } from '@vlabs/contract/attempts/attempts';
import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { PATIENTLY } from '../../../runner/testing/patience.ts';
import { UnavailableWithData } from '../../platform/errors.ts';
import { StartLine, type StartLimits } from './start-line.ts';
import { StartTickets } from './start-tickets.ts';

const key = randomBytes(32);
const tickets = () => new StartTickets({ deriveKey: () => key });

interface Options {
  quizId?: string;
  ticket?: string;
  begunAt?: Date;
}

/** Starts that end when they are told to, at a clock that is set. */
function makeLine(limits: Partial<StartLimits>) {
  const { atOnce = 1 } = limits;
  const usual = { atOnce, ofClass: atOnce, maxHeld: 100, holdMs: 600_000 };
  const line = new StartLine(tickets(), { ...usual, ...limits });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const clock = { nowMs: 1_000_000 };
  const start = (personId: string, { quizId = 'test', ticket, begunAt }: Options = {}) =>
    line.run(
      {
        personId,
        quizId,
        nowMs: clock.nowMs,
        ticket: ticket ?? null,
        findBegun: async () => begunAt ?? null,
      },
      async (hasWaited) => {
        begun.push(personId);
        await new Promise<void>((resolve) => ends.set(personId, resolve));
        return hasWaited;
      },
    );
  const end = (personId: string) => ends.get(personId)?.();
  return { start, end, begun, clock };
}

const queueOf = async (refused: Promise<unknown>): Promise<StartQueue> => {
  const error = await refused.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UnavailableWithData)) throw new Error('The start was not refused.');
  return StartQueue.parse(error.data);
};

test('starts are admitted in the order in which they came, a number at a time', async () => {
  const { start, end, begun } = makeLine({ atOnce: 2 });
  const starts = ['a', 'b', 'c', 'd', 'e'].map((personId) => start(personId));
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b']), PATIENTLY);
  for (const personId of ['a', 'b', 'c']) end(personId);
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'd']), PATIENTLY);
  end('c');
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']), PATIENTLY);
  for (const personId of ['d', 'e']) end(personId);
  expect(await Promise.all(starts)).toEqual([false, false, true, true, true]);
});

test('a start that is not held is told its place, and keeps it until it comes back', async () => {
  const { start, end, begun, clock } = makeLine({ maxHeld: 0 });
  const first = start('a');
  expect(await queueOf(start('b'))).toMatchObject({ place: 1 });
  expect(await queueOf(start('c'))).toMatchObject({ place: 2 });
  clock.nowMs += 1000;
  expect(await queueOf(start('d'))).toMatchObject({ place: 3 });
  expect(await queueOf(start('b'))).toMatchObject({ place: 1 });
  end('a');
  await first;
  const second = start('c');
  expect(begun).toEqual(['a', 'c']);
  expect(await queueOf(start('d'))).toMatchObject({ place: 2 });
  end('c');
  await second;
});

test('a start that is held for too long is told its place', async () => {
  const { start, end } = makeLine({ holdMs: 1 });
  const first = start('a');
  expect(await queueOf(start('b'))).toMatchObject({ place: 1 });
  end('a');
  await first;
});

test('the estimate grows with the place and with the time that starts take', async () => {
  const { start, end, begun, clock } = makeLine({ maxHeld: 0 });
  let current = start('a');
  const early = await queueOf(start('b'));
  expect(early.seconds).toBe(1);
  for (let count = 0; count < 4; count += 1) {
    clock.nowMs += 10_000;
    end(begun.at(-1) ?? '');
    await current;
    current = start(`next ${count}`);
  }
  expect(await queueOf(start('b'))).toMatchObject({ place: 1, seconds: 8 });
  expect(await queueOf(start('c'))).toMatchObject({ place: 2, seconds: 16 });
  end('next 3');
  await current;
});

test('a ticket keeps the place on another server, and only for its own student', async () => {
  const [one, other] = [makeLine({ maxHeld: 0 }), makeLine({ maxHeld: 0 })];
  const firsts = [one.start('a'), other.start('a')];
  const { ticket } = await queueOf(one.start('b'));
  for (const line of [one, other]) line.clock.nowMs += 5000;
  expect(await queueOf(other.start('c'))).toMatchObject({ place: 1 });
  expect(await queueOf(other.start('d', { ticket }))).toMatchObject({ place: 2 });
  expect(await queueOf(other.start('b', { ticket }))).toMatchObject({ place: 1 });
  const forged = ticket.replace(/^\d+/, (since) => String(Number(since) - 1000));
  expect(await queueOf(other.start('e', { ticket: forged }))).toMatchObject({ place: 4 });
  for (const line of [one, other]) line.end('a');
  await Promise.all(firsts);
});

test('a class that starts together is admitted together, and those after it in turn', async () => {
  const { start, end, begun } = makeLine({ atOnce: 2, ofClass: 4 });
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((personId) => start(personId));
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd']);
  end('a');
  await all[0];
  end('b');
  await all[1];
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  end('d');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  for (const personId of ['e', 'f']) end(personId);
  await Promise.all(all);
});

test('a place is of one test: one that was started long ago gives no place in the line of another', async () => {
  const { start, end, clock } = makeLine({ maxHeld: 0 });
  const first = start('a');
  expect(await queueOf(start('b'))).toMatchObject({ place: 1 });
  const begunAt = new Date(clock.nowMs - 60_000);
  const { place, ticket } = await queueOf(start('c', { quizId: 'practice', begunAt }));
  expect(place).toBe(1);
  expect(await queueOf(start('c', { ticket }))).toMatchObject({ place: 2 });
  end('a');
  await first;
});

test('a student whose time is running goes before those who have not begun', async () => {
  const { start, end, begun, clock } = makeLine({});
  const first = start('a');
  const others = [start('b'), start('c')];
  const back = start('d', { begunAt: new Date(clock.nowMs - 60_000) });
  await vi.waitFor(() => expect(begun).toEqual(['a']), PATIENTLY);
  for (const personId of ['a', 'd', 'b', 'c']) {
    await vi.waitFor(() => expect(begun.at(-1)).toBe(personId), PATIENTLY);
    end(personId);
  }
  await Promise.all([first, back, ...others]);
});

test('the place of a page that does not come back ends, and one person has one place', async () => {
  const { start, end, clock } = makeLine({ maxHeld: 0 });
  const first = start('a');
  for (let count = 0; count < 5; count += 1) await queueOf(start('gone'));
  expect(await queueOf(start('b'))).toMatchObject({ place: 2 });
  clock.nowMs += 10 * 60_000;
  expect(await queueOf(start('c'))).toMatchObject({ place: 1 });
  end('a');
  await first;
});
