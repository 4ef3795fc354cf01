import type { Key } from '@vlabs/contract/insight/key-corrections';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { keyOfFour } from '@vlabs/contract/kinds/four-options';
import { type Question, fourOf } from '../questions/questions.queries.ts';

/** The key of a question, with its options in order. */
export function keyOf(question: Question): Key {
  const { kind, marking, key } = question;
  if (kind !== null) return { marking, Key: key };
  const { correctAnswer, alsoRight } = fourOf(question);
  const right = OPTION_NUMBERS.filter((option) =>
    [correctAnswer, ...alsoRight].includes(Number(option)),
  );
  return { marking, right };
}

/**
 * The question with another key: `right` for four options, `Key` for other kinds; absent parts stay. The displayed
 * correct answer stays if it is still correct.
 */
export function withKey(question: Question, { marking, right = [], Key }: Key): Question {
  if (question.kind !== null) return { ...question, marking, key: Key ?? question.key };
  const { correctAnswer: before } = fourOf(question);
  const places = [...new Set(right.map(Number))].toSorted((one, other) => one - other);
  const [first = before] = places;
  const correctAnswer = places.includes(before) ? before : first;
  const others = places.filter((place) => place !== correctAnswer);
  return { ...question, marking, key: keyOfFour([correctAnswer, ...others]) };
}
