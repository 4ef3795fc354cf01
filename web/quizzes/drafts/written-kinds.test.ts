import type { DraftQuestion } from '@vlabs/contract/quizzes/quiz-drafts';
import { type KindName, KIND_NAMES, kinds } from '@vlabs/contract/kinds/kinds';
import { expect, test } from 'vitest';
import { emptyQuestion } from './draft-content.ts';
import { WrittenKinds } from './written-kinds.ts';

const four = {
  ...emptyQuestion(),
  QuestionTitle: 'Which is a queue?',
  QuestionOptions: { 1: 'LIFO', 2: 'FIFO', 3: 'Tree', 4: 'Graph' },
  CorrectAnswer: '2',
} satisfies DraftQuestion;

/** A complete question of a kind, as its own example has it. */
function exampleOf(kind: KindName): DraftQuestion {
  const { body, key } = kinds[kind].drafted?.example ?? kinds[kind].blank;
  const { QuestionTitle } = four;
  return { key: 'one', QuestionTitle, Kind: kind, Points: '2.5', Body: body, Key: key };
}

/** The same question in other kinds, one after the other. */
function through(question: DraftQuestion, ...path: (KindName | null)[]): DraftQuestion {
  const written = new WrittenKinds();
  let now = question;
  for (const kind of path) now = written.change(now, kind);
  return now;
}

test.each(KIND_NAMES)('a question of kind %s is the same after any other kind', (kind) => {
  const question = exampleOf(kind);
  for (const other of [null, ...KIND_NAMES]) {
    expect(through(question, other, kind)).toEqual(question);
    for (const third of KIND_NAMES) {
      expect(through(question, other, third, kind)).toEqual(question);
    }
  }
});

test('four options keep their correct answer and their variants', () => {
  const { key: _key, ...variant } = four;
  const question = { ...four, Variants: [variant] };
  for (const kind of KIND_NAMES) expect(through(question, kind, null)).toEqual(question);
});

test('options beyond four come back with their marks', () => {
  const body = { options: ['a', 'b', 'c', 'd', 'e', 'f'], pinned: [6] };
  const question = { ...exampleOf('several'), Body: body, Key: { right: [5], rule: 'per_option' } };
  expect(through(question, null, 'several')).toEqual(question);
  expect(through(question, null, 'single', 'several')).toEqual({ ...question, Body: body });
});

test('title, points and options changed in another kind are kept', () => {
  const written = new WrittenKinds();
  const single = written.change(four, 'single');
  const changed = {
    ...single,
    QuestionTitle: 'Which is first in, first out?',
    Points: '3',
    Body: { options: ['Stack', 'LIFO', 'FIFO', 'Tree', 'Graph'] },
  };
  const program = written.change(changed, 'program');
  expect(program).toMatchObject({ QuestionTitle: changed.QuestionTitle, Points: '3' });
  const back = written.change(program, null);
  expect(back).toMatchObject({
    QuestionTitle: changed.QuestionTitle,
    QuestionOptions: { 1: 'Stack', 2: 'LIFO', 3: 'FIFO', 4: 'Tree' },
    // The mark stays at its text.
    CorrectAnswer: '3',
  });
  expect(written.change(back, 'single')).toEqual(changed);
});

test('a new option is not marked as correct because the one before it was', () => {
  const written = new WrittenKinds();
  const single = written.change(four, 'single');
  const changed = { ...single, Body: { options: ['LIFO', 'Heap', 'Tree', 'Graph'] } };
  expect(written.change(changed, null)).toMatchObject({ CorrectAnswer: '' });
});

test('questions do not share what was typed', () => {
  const written = new WrittenKinds();
  written.change(four, 'single');
  const other = emptyQuestion();
  expect(written.change(written.change(other, 'single'), null)).toEqual(other);
});
