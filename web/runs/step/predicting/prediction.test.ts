import { expect, test } from 'vitest';
import { traceOf, twoCalls } from '../step.setup.ts';
import {
  firstPrediction,
  NOT_PREDICTING,
  nextPrediction,
  type PredictionAction,
} from './prediction.ts';

const trace = traceOf(twoCalls);
const forward: PredictionAction = { type: 'move', move: 'forward' };
const back: PredictionAction = { type: 'move', move: 'back' };
const after = (at: number, ...actions: PredictionAction[]) =>
  actions.reduce(
    (state, action) => nextPrediction(trace, state, action),
    firstPrediction(trace, at, NOT_PREDICTING),
  );
const answer = (given: string): PredictionAction => ({ type: 'answer', answer: given });

test('until predicting is on, steps are taken at once', () => {
  expect(after(8, forward)).toMatchObject({ step: { at: 9 }, asked: null });
  expect(after(8, answer('25'), { type: 'skip' })).toMatchObject({ step: { at: 8 }, answered: 0 });
});

test('a question comes before the step, and its answer is judged and then the step taken', () => {
  const asked = after(8, { type: 'predict' }, forward);
  expect(asked).toMatchObject({ step: { at: 8 }, asked: { question: { text: '25' } } });
  const right = after(8, { type: 'predict' }, forward, answer('25'));
  expect(right).toMatchObject({ step: { at: 9, from: 8 }, asked: null, right: 1, answered: 1 });
  expect(right.verdict?.words).toBe('Right: it prints 25.');
  const wrong = after(8, { type: 'predict' }, forward, answer('9'), back, forward, answer('25'));
  expect(wrong).toMatchObject({ right: 1, answered: 2 });
});

test('skipping takes the step and counts nothing, and an empty answer is none', () => {
  const skipped = after(8, { type: 'predict' }, forward, answer(' '), { type: 'skip' });
  expect(skipped).toMatchObject({ step: { at: 9 }, verdict: null, right: 0, answered: 0 });
});

test('steps without a question, steps back and jumps are free', () => {
  expect(after(2, { type: 'predict' }, forward)).toMatchObject({ step: { at: 3 }, asked: null });
  expect(after(9, { type: 'predict' }, back)).toMatchObject({ step: { at: 8 }, asked: null });
  const moves: PredictionAction[] = [
    { type: 'move', move: 'last' },
    { type: 'move', move: 'out' },
    { type: 'slide', to: 9 },
    { type: 'slid', to: 9 },
  ];
  for (const jump of moves)
    expect(after(8, { type: 'predict' }, forward, jump)).toMatchObject({
      step: { at: 9 },
      asked: null,
    });
});

test('over a call asks about the whole call', () => {
  const state = after(1, { type: 'predict' }, { type: 'move', move: 'over' }, answer('25'));
  expect(state).toMatchObject({ step: { at: 8 }, right: 1 });
});

test('forward again leads to the same question', () => {
  const state = after(8, { type: 'predict' }, forward, forward);
  expect(state).toMatchObject({ step: { at: 8 }, asked: { times: 2 } });
});

test('playing pauses at a question, and does not go on by itself after it', () => {
  const playing = after(7, { type: 'predict' }, { type: 'play' }, { type: 'tick' });
  expect(playing).toMatchObject({ step: { at: 7, isPlaying: false }, asked: { times: 1 } });
  const answered = nextPrediction(trace, playing, answer('25'));
  expect(answered.step).toMatchObject({ at: 8, isPlaying: false, way: 'move' });
});

test('turning predicting off takes the question away and keeps the count', () => {
  const state = after(7, { type: 'predict' }, forward, answer('1'), forward, { type: 'predict' });
  expect(state).toMatchObject({ isOn: false, asked: null, step: { at: 8 }, answered: 1 });
});
