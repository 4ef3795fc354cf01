import type { Key } from '@vlabs/contract/insight/key-corrections';
import { keyOfFour, rightOfFour } from '@vlabs/contract/kinds/four-options';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import type { Question } from '../questions/questions.queries.ts';

/** The key of a question as corrections have it: `right` for four options, `Key` for others. */
export function keyOf({ isFour, marking, key }: Question): Key {
  if (!isFour) return { marking, Key: key };
  const right = rightOfFour(key);
  return { marking, right: OPTION_NUMBERS.filter((option) => right.includes(Number(option))) };
}

/** The question with the key of a correction. The displayed correct answer stays if it is still correct. */
export function withKey(question: Question, { marking, right, Key }: Key): Question {
  if (!right) return { ...question, marking, key: Key };
  const [shown = 0] = rightOfFour(question.key);
  const places = [...new Set(right.map(Number))].toSorted(
    (one, other) => Number(other === shown) - Number(one === shown) || one - other,
  );
  return { ...question, marking, key: keyOfFour(places) };
}
