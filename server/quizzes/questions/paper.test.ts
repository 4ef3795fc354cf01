import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  bodyOfFour,
  keyOfFour,
  optionsOfFour,
  rightOfFour,
} from '@vlabs/contract/kinds/four-options';
import { type PaperQuestion, type Question, makePaper } from '../quizzes.reads.ts';

const asked = (title: string, correctAnswer: number) => ({
  title,
  body: bodyOfFour(['a', 'b', 'c', 'd'].map((letter) => `${title}${letter}`)),
  key: keyOfFour([correctAnswer]),
});
const questions: Question[] = Array.from({ length: 20 }, (_, index) => ({
  number: index + 1,
  ...asked(`question ${index + 1}`, (index % 4) + 1),
  kind: 'single',
  isFour: true,
  points: null,
  marking: 'by_key',
  variants: index === 0 ? [asked('variant 1', 2), asked('variant 2', 3)] : [],
}));
const quiz: Parameters<typeof makePaper>[0] = {
  uniqueId: '4a1b0b1e-0000-4000-8000-000000000000',
  shuffleSecret: '0e1c4b0e-0000-4000-8000-000000000001',
  shuffleQuestions: true,
  shuffleOptions: true,
};

test('a student’s paper is the same whenever it is made, whatever the case of the roll number', () => {
  expect(makePaper(quiz, questions, 'T21')).toEqual(makePaper(quiz, questions, 't21'));
});

test('students get different orders, and each every question once', () => {
  assert(
    property(string({ minLength: 1 }), (studentId) => {
      const paper = makePaper(quiz, questions, studentId);
      expect(paper.map(({ number }) => number)).toEqual(questions.map(({ number }) => number));
      expect(new Set(paper.map(({ originalNumber }) => originalNumber)).size).toBe(20);
    }),
  );
  const orders = ['T1', 'T2', 'T3'].map((id) =>
    makePaper(quiz, questions, id).map(({ originalNumber }) => originalNumber),
  );
  expect(orders[0]).not.toEqual(orders[1]);
  expect(orders[1]).not.toEqual(orders[2]);
});

test('who knows quiz and student but not the secret computes neither order nor variant', () => {
  const secrets = ['', '1', '2', '3', '4', '5', '6', '7', '8'];
  const papers = secrets.map((shuffleSecret) =>
    makePaper({ ...quiz, shuffleSecret }, questions, 'T1'),
  );
  const orders = papers.map((paper) => paper.map(({ originalNumber }) => originalNumber).join());
  expect(new Set(orders).size).toBe(secrets.length);
  const options = papers.map((paper) => paper.map(({ originalOptions }) => originalOptions).join());
  expect(new Set(options).size).toBe(secrets.length);
  const variants = papers.flatMap((paper) => paper.map(({ variant }) => variant));
  expect(new Set(variants)).toEqual(new Set([0, 1, 2]));
});

test('a paper that was begun before there were secrets stays as it is', () => {
  const paper = makePaper({ ...quiz, shuffleSecret: '' }, questions, 'T1');
  expect(paper.slice(0, 5).map(({ originalNumber }) => originalNumber)).toEqual([7, 11, 1, 5, 13]);
  expect(paper.slice(0, 2).map(({ originalOptions }) => originalOptions)).toEqual([
    [3, 1, 2, 4],
    [1, 4, 3, 2],
  ]);
});

const rightOf = (form: { body: unknown; key: unknown } | undefined) => {
  const [right = 0] = rightOfFour(form?.key);
  return optionsOfFour(form?.body)[right - 1];
};

test('the right answer follows its option wherever it is shown', () => {
  for (const question of makePaper(quiz, questions, 'T1')) {
    const { originalNumber, variant } = question;
    const original = questions[originalNumber - 1];
    const form = variant === 0 ? original : original?.variants[variant - 1];
    expect(rightOf(question)).toBe(rightOf(form));
  }
});

test('without shuffling everyone sees the teacher’s order', () => {
  const plain = { ...quiz, shuffleQuestions: false, shuffleOptions: false };
  for (const id of ['T1', 'T2']) {
    const paper = makePaper(plain, questions, id);
    expect(paper.map(({ originalNumber }) => originalNumber)).toEqual(
      questions.map((q) => q.number),
    );
    expect(paper[5]?.body).toEqual(questions[5]?.body);
  }
});

test('a question with variants is asked in all its forms, over many students', () => {
  const forms = Array.from(
    { length: 60 },
    (_, index) =>
      makePaper(quiz, questions, `T${index}`).find(
        ({ originalNumber }: PaperQuestion) => originalNumber === 1,
      )?.variant,
  );
  expect(new Set(forms)).toEqual(new Set([0, 1, 2]));
});

test('a pinned option stays at its place, and the others are shuffled', () => {
  const pinned: Question[] = questions.map((question) => ({
    ...question,
    kind: 'single',
    body: { options: ['a', 'b', 'c', 'All of the above'], pinned: [4] },
    key: { right: [1], cost: '0' },
    variants: [],
  }));
  const orders = makePaper(quiz, pinned, 'T1').map(({ originalOptions }) => originalOptions);
  expect(orders.map((order) => order[3])).toEqual(orders.map(() => 4));
  expect(new Set(orders.map(String)).size).toBeGreaterThan(1);
  expect(
    new Set(orders.map((order) => order.toSorted((one, other) => one - other).join())).size,
  ).toBe(1);
});
