import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ArrivedAnswers, type SavedState, decideSave, decideSubmit } from './saving.ts';

const GRACE_MS = 60_000;
const open: SavedState = {
  sequence: 5,
  answers: { 1: '2' },
  deadlineMs: 1_000_000,
  tab: null,
  submittedBy: null,
};
const arrived: ArrivedAnswers = {
  sequence: 6,
  answers: { 1: '3' },
  arrivedAtMs: 900_000,
  tab: null,
};

test.each<[string, Partial<SavedState>, Partial<ArrivedAnswers>, ReturnType<typeof decideSave>]>([
  ['a newer sequence', {}, {}, 'apply'],
  ['a sequence that leaves some out', {}, { sequence: 90 }, 'apply'],
  ['an older sequence', {}, { sequence: 4 }, 'stale_sequence'],
  ['the same sequence with other answers', {}, { sequence: 5 }, 'stale_sequence'],
  ['the same sequence and answers', {}, { sequence: 5, answers: { 1: '2' } }, 'repeated'],
  ['at D + G', {}, { arrivedAtMs: 1_060_000 }, 'apply'],
  ['after D + G', {}, { arrivedAtMs: 1_060_001 }, 'closed'],
  ['after the student submitted', { submittedBy: 'student' }, {}, 'closed'],
  ['after an admin ended it', { submittedBy: 'admin' }, {}, 'closed'],
  ['in time, read after the server submitted', { submittedBy: 'server' }, {}, 'apply'],
  ['late, after the server submitted', { submittedBy: 'server' }, { arrivedAtMs: 2e6 }, 'closed'],
  ['from the page that writes', { tab: 'a' }, { tab: 'a' }, 'apply'],
  ['from a page that was replaced', { tab: 'a' }, { tab: 'b' }, 'taken_over'],
  ['from a client that names no page', { tab: 'a' }, {}, 'apply'],
])('a save %s: %s', (_name, state, save, expected) => {
  const decision = decideSave({ ...open, ...state }, { ...arrived, ...save }, GRACE_MS);
  expect(decision).toBe(expected);
});

interface SubmitCase {
  name: string;
  state?: Partial<SavedState>;
  arrivedAtMs: number;
  tab?: string;
  expected: ReturnType<typeof decideSubmit>;
}
test.each<SubmitCase>([
  { name: 'at D + G', arrivedAtMs: 1_060_000, expected: 'apply' },
  { name: 'after D + G', arrivedAtMs: 1_060_001, expected: 'apply_saved' },
  {
    name: 'for the second time',
    state: { submittedBy: 'student' },
    arrivedAtMs: 900_000,
    expected: 'already_submitted',
  },
  {
    name: 'in time, read after the server submitted',
    state: { submittedBy: 'server' },
    arrivedAtMs: 900_000,
    expected: 'apply',
  },
  {
    name: 'late, after the server submitted',
    state: { submittedBy: 'server' },
    arrivedAtMs: 2e6,
    expected: 'already_submitted',
  },
  {
    name: 'from a page that was replaced',
    state: { tab: 'a' },
    arrivedAtMs: 900_000,
    tab: 'b',
    expected: 'taken_over',
  },
])('a submission $name: $expected', ({ state, arrivedAtMs, tab = null, expected }) => {
  expect(decideSubmit({ ...open, ...state }, { arrivedAtMs, tab }, GRACE_MS)).toBe(expected);
});

test('whatever is lost, repeated or comes in another order, the highest sequence that arrived in time is what stays', () => {
  const saves = fc.uniqueArray(
    fc.record({
      sequence: fc.integer({ min: 1, max: 30 }),
      option: fc.constantFrom('1', '2', '3', '4'),
    }),
    { selector: ({ sequence }) => sequence, maxLength: 20 },
  );
  const history = saves.chain((made) =>
    fc.record({
      made: fc.constant(made),
      arrivals: fc.array(
        fc.record({
          index: fc.nat({ max: Math.max(0, made.length - 1) }),
          arrivedAtMs: fc.integer({ min: 990_000, max: 1_070_000 }),
        }),
        { maxLength: made.length === 0 ? 0 : 40 },
      ),
    }),
  );
  fc.assert(
    fc.property(history, ({ made, arrivals }) => {
      let state: SavedState = { ...open, sequence: 0, answers: {} };
      let newest = { sequence: 0, option: '' };
      for (const { index, arrivedAtMs } of arrivals) {
        const sent = made[index];
        if (!sent) continue;
        const answers = { 1: sent.option };
        const decision = decideSave(state, { ...sent, answers, arrivedAtMs, tab: null }, GRACE_MS);
        if (decision === 'apply') state = { ...state, sequence: sent.sequence, answers };
        if (arrivedAtMs <= 1_060_000 && sent.sequence > newest.sequence) newest = sent;
        // Nothing is acknowledged that is not stored.
        expect(decision !== 'repeated' || state.answers[1] === sent.option).toBe(true);
      }
      expect(state.sequence).toBe(newest.sequence);
      expect(state.answers).toEqual(newest.sequence === 0 ? {} : { 1: newest.option });
    }),
  );
});
