import type { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { NewQuiz } from '@vlabs/contract/quizzes/quizzes';
import { array, assert, constantFrom, integer, property, record, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { emptyContent } from './draft-content.ts';
import { findWarning, isWhole, listDetailMistakes, writeQuizForm } from './draft-mistakes.ts';
import { listFaulty } from '../builder/use-builder.ts';

const text = constantFrom('', '  ', 'a', 'Data Structures', '`42`', '$x^2$', 'x'.repeat(201));
const question = record({
  key: uuid(),
  QuestionTitle: text,
  QuestionOptions: record({ 1: text, 2: text, 3: text, 4: text }),
  CorrectAnswer: constantFrom('', '1', '2', '3', '4'),
});
const moment = constantFrom('', '2026-12-01T10:00', '2026-12-01T09:59', '2026-02-30T10:00', 'soon');
const content = record({
  details: record({
    TotalQuestions: constantFrom('', '1', '2', '3', '201', '1.5', 'two'),
    ScorePerQuestion: constantFrom('', '0', '5', '2.5', '-1', '1e9'),
    SubjectId: text,
    ClassName: text,
    topic: text,
    TimeLimit: constantFrom('', '2.40', '2hrs 40min', '90 min', '2:75', 'long'),
    startTime: moment,
    endTime: moment,
  }),
  settings: constantFrom(emptyContent().settings),
  questions: array(question, { maxLength: 3 }),
});

/** A sound quiz with one change or none, so that both answers come up often. */
const nearlySound = record({ change: content, part: integer({ min: 0, max: 11 }) }).map(
  ({ change, part }): DraftContent => {
    const sound = soundContent();
    const [name] = Object.keys(sound.details).slice(part, part + 1);
    if (name === undefined) return part === 11 ? sound : { ...sound, questions: change.questions };
    const changed = Object.entries(change.details).filter(([field]) => field === name);
    return { ...sound, details: { ...sound.details, ...Object.fromEntries(changed) } };
  },
);

function soundContent(): DraftContent {
  const QuestionOptions = { 1: 'a', 2: 'b', 3: 'c', 4: 'd' };
  return {
    ...emptyContent(),
    details: {
      TotalQuestions: '1',
      ScorePerQuestion: '5',
      SubjectId: 'C',
      ClassName: 'CSE-4',
      topic: 'Loops',
      TimeLimit: '2.40',
      startTime: '2026-12-01T10:00',
      endTime: '2026-12-01T18:00',
    },
    questions: [{ key: 'k', QuestionTitle: 'Which?', QuestionOptions, CorrectAnswer: '1' }],
  };
}

function builderAccepts(draft: DraftContent): boolean {
  const hasAll = Number(draft.details.TotalQuestions) === draft.questions.length;
  const isFaulty = listFaulty(draft.questions).length > 0;
  return hasAll && !isFaulty && Object.keys(listDetailMistakes(draft)).length === 0;
}

function expectAgreement(draft: DraftContent): void {
  const unique_id = '4a1b0b1e-0000-4000-8000-000000000000';
  const served = NewQuiz.safeParse({ unique_id, ...writeQuizForm(draft) }).success;
  expect(builderAccepts(draft)).toBe(served);
  expect(isWhole(draft)).toBe(served);
}

test('the builder shows no mistake exactly when the server takes the quiz', () => {
  expectAgreement(soundContent());
  assert(property(nearlySound, expectAgreement), { numRuns: 400 });
  assert(property(content, expectAgreement), { numRuns: 200 });
});

test('options that read the same are pointed out', () => {
  const [first] = soundContent().questions;
  if (!first) throw new Error('There is no question.');
  const QuestionOptions = { 1: 'a', 2: 'b', 3: 'a ', 4: 'd' };
  expect(findWarning({ ...first, QuestionOptions })).toBe('Options 1 and 3 are the same.');
  expect(findWarning(first)).toBeNull();
});

test('End before Start is told while other fields are still empty', () => {
  const draft = emptyContent();
  const moments = { startTime: '2026-12-01T10:00', endTime: '2026-12-01T09:00' };
  const mistakes = listDetailMistakes({ ...draft, details: { ...draft.details, ...moments } });
  expect(mistakes).toMatchObject({
    endTime: 'End must be after Start.',
    topic: 'Topic is required.',
  });
});
