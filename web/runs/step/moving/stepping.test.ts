import { expect, test } from 'vitest';
import { traceOf, twoCalls } from '../step.setup.ts';
import { firstState, nextState, type Move, type StepAction, type StepState } from './stepping.ts';

const { snapshots } = traceOf(twoCalls);
const after = (state: StepState, ...actions: StepAction[]) =>
  actions.reduce((one, action) => nextState(snapshots, one, action), state);
const at = (step: number) => firstState(snapshots, step);
const moved = (step: number, move: Move) => after(at(step), { type: 'move', move }).at;

test('over skips the calls of a line, in both directions', () => {
  expect(moved(1, 'over')).toBe(8);
  expect(moved(8, 'back-over')).toBe(1);
  expect(moved(2, 'over')).toBe(3);
});

test('out ends the current call, and outside of calls goes to the end', () => {
  expect(moved(3, 'out')).toBe(8);
  expect(moved(8, 'out')).toBe(9);
});

test('the next and last visit of a line leave out its other steps', () => {
  expect(moved(3, 'next-visit')).toBe(6);
  expect(moved(6, 'last-visit')).toBe(3);
  expect(moved(6, 'next-visit')).toBe(6);
});

test('a press on a line goes to its next visit, and after the last one to the first', () => {
  expect(after(at(0), { type: 'visit', line: 2 }).at).toBe(3);
  expect(after(at(7), { type: 'visit', line: 2 }).at).toBe(3);
  expect(after(at(7), { type: 'visit', line: 99 }).at).toBe(7);
});

test('moves stay within the trace', () => {
  expect(moved(0, 'back')).toBe(0);
  expect(moved(9, 'forward')).toBe(9);
  expect(moved(9, 'over')).toBe(9);
  expect(at(1e9).at).toBe(9);
  expect(at(-1).at).toBe(0);
});

test('after dragging the step is compared with the one at which it began', () => {
  const dragged = after(at(2), { type: 'slide', to: 5 }, { type: 'slide', to: 8 });
  expect(dragged).toMatchObject({ at: 8, from: 2, way: 'drag' });
  expect(after(dragged, { type: 'slid', to: 8 })).toMatchObject({ at: 8, from: 2, way: 'move' });
});

test('playing goes on to the end, begins again from there, and stops at a move', () => {
  const playing = after(at(7), { type: 'play' });
  expect(after(playing, { type: 'tick' })).toMatchObject({ at: 8, way: 'play', isPlaying: true });
  const ended = after(playing, { type: 'tick' }, { type: 'tick' });
  expect(ended).toMatchObject({ at: 9, way: 'move', isPlaying: false });
  expect(after(ended, { type: 'tick' }).at).toBe(9);
  expect(after(ended, { type: 'play' })).toMatchObject({ at: 0, isPlaying: true });
  expect(after(playing, { type: 'move', move: 'back' })).toMatchObject({ at: 6, isPlaying: false });
  expect(after(playing, { type: 'play' })).toMatchObject({ at: 7, isPlaying: false });
});

test('a trace without steps has nowhere to go', () => {
  const empty = firstState([], 3);
  expect(empty.at).toBe(0);
  for (const move of ['back', 'forward', 'last', 'over', 'out', 'next-visit'] as const) {
    expect(nextState([], empty, { type: 'move', move }).at).toBe(0);
  }
  expect(nextState([], empty, { type: 'play' }).isPlaying).toBe(false);
});
