import type { Item, ReadingKind, SubmittedRow } from '@vlabs/contract/insight/insight';
import { expect, test } from 'vitest';
import { listQuestionsToLookAt, listStudentsToHelp } from './to-do.ts';

const question = (number: number, kind: ReadingKind, facility: number): Item => ({
  number,
  facility,
  standardDeviation: null,
  randomGuessScore: null,
  intendedWeight: null,
  effectiveWeight: null,
  discriminationIndex: null,
  discriminativeEfficiency: null,
  answers: [],
  none: 0,
  title: '',
  kind: null,
  body: { options: ['', '', '', ''] },
  key: { right: [1], cost: '0' },
  marking: 'by_key',
  correction: null,
  hasVariants: false,
  reading: { kind, sentence: '' },
});

const student = (userId: string, percent: number): SubmittedRow => ({
  userId,
  name: userId,
  course: '',
  year: '',
  mentor: '',
  score: percent,
  percent,
  seconds: 60,
  submittedAt: '2026-11-22T05:00:00.000Z',
  submittedBy: 'student',
});

test('a key that may be wrong is looked at first, then what is too hard; what works is left alone', () => {
  const questions = [
    question(1, 'good', 60),
    question(2, 'does_not_separate', 50),
    question(3, 'too_hard', 20),
    question(4, 'key_may_be_wrong', 30),
    question(5, 'too_hard', 10),
    question(6, 'too_easy', 99),
    question(7, 'left_out', 0),
  ];
  expect(listQuestionsToLookAt(questions).map(({ number }) => number)).toEqual([4, 5, 3, 2]);
});

test('who scored below 40 % needs help, the lowest first', () => {
  const students = [student('a', 40), student('b', 39.9), student('c', 0), student('d', 90)];
  expect(listStudentsToHelp(students).map(({ userId }) => userId)).toEqual(['c', 'b']);
});
