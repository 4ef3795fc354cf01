import { isDeepStrictEqual } from 'node:util';
import type { Key } from '@vlabs/contract/insight/key-corrections';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { PublicError, conflict } from '../../platform/errors.ts';
import {
  type Question,
  type Quiz,
  countingBy,
  fullScoreOf,
  keyOf,
  withKey,
} from '../../quizzes/quizzes.reads.ts';

/** The quiz with another key of one question, or the reason why not. */
export function planCorrection(
  quiz: Quiz,
  questions: readonly Question[],
  { number, key }: { number: number; key: Key },
) {
  const question = questions.find((one) => one.number === number);
  if (!question || kindOf(question.kind).asksNothing) throw noQuestion(number);
  const before = keyOf(question);
  // A question that counts for everyone or nobody keeps its key for later.
  const corrected = withKey(question, {
    ...(key.marking === 'by_key' ? readKey(question, key) : before),
    marking: key.marking,
  });
  const after = keyOf(corrected);
  if (isSame(before, after)) throw sameKey();
  if (question.variants.length > 0 && !hasSameRight(before, after)) throw asksManyForms();
  const left = questions.map((one) => (one.number === number ? corrected : one));
  const counting = countingBy(quiz, left);
  if (fullScoreOf(counting) === 0) throw nothingCounts();
  return { question, corrected, before, after, quiz: counting, questions: left };
}

/** The part of a key for this kind, if it is complete. */
function readKey({ kind, isFour, body }: Question, { right, Key: own }: Key): Omit<Key, 'marking'> {
  if (isFour) {
    if (right === undefined) throw refuse('key.right', 'Choose at least one correct option.');
    return { right };
  }
  const { Key: schema, listMistakes } = kindOf(kind);
  const read = schema.safeParse(own);
  if (!read.success) throw refuse('key.Key', 'Mark the correct answer.');
  const mistakes = listMistakes({ body, key: read.data });
  const mistake = mistakes.find(({ path }) => path.startsWith('Key'));
  if (mistake) throw refuse(`key.${mistake.path}`, mistake.message);
  return { Key: read.data };
}

const hasSameRight = (one: Key, other: Key) =>
  isDeepStrictEqual([one.right, one.Key], [other.right, other.Key]);
const isSame = (one: Key, other: Key) => one.marking === other.marking && hasSameRight(one, other);

const refuse = (field: string, message: string) =>
  new PublicError(400, 'invalid', message, { [field]: message });

const noQuestion = (number: number) => refuse('number', `This test has no question ${number}.`);
const sameKey = () => conflict('same_key', 'This is already the key. Choose another one.');
const asksManyForms = () =>
  conflict(
    'has_variants',
    'Students got different variants of this question, so no single answer is correct for all. Give everyone the score, or exclude the question.',
  );
const nothingCounts = () =>
  conflict('nothing_counts', 'This is the last question that counts, so it can’t be excluded.');
export const nobodyStarted = () =>
  conflict(
    'not_started',
    'Nobody has started this test yet. Withdraw it and edit the question instead.',
  );
export const correctedMeanwhile = () =>
  conflict(
    'key_changed',
    'A key of this test was just corrected. Check the effect again before you apply it.',
  );
