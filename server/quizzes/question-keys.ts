import type { Key } from '@vlabs/contract/quizzes/key-corrections';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import type { Question } from './quizzes.queries.ts';

/** What counts as right in a question, with its options in order. */
export function keyOf({ marking, correctAnswer, alsoRight }: Question): Key {
  const right = OPTION_NUMBERS.filter((option) =>
    [correctAnswer, ...alsoRight].includes(Number(option)),
  );
  return { marking, right };
}

/** The question with another key. What was the correct answer stays it where it is still right. */
export function withKey(question: Question, { marking, right }: Key): Question {
  const places = [...new Set(right.map(Number))].toSorted((one, other) => one - other);
  const [first = question.correctAnswer] = places;
  const correctAnswer = places.includes(question.correctAnswer) ? question.correctAnswer : first;
  const alsoRight = places.filter((place) => place !== correctAnswer);
  return { ...question, marking, correctAnswer, alsoRight };
}
