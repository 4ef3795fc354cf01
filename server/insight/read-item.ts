import type { AnsweredAs, Item } from '@vlabs/contract/insight/insight';
import type { Marking } from '@vlabs/contract/insight/key-corrections';

interface Found {
  facility: number | null;
  discriminationIndex: number | null;
  /** The expected percentage of a random choice; null if there is nothing to choose from. */
  randomGuessScore: number | null;
  answers: readonly Pick<AnsweredAs, 'called' | 'isRight' | 'countOfBest'>[];
  marking: Marking;
  attempts: number;
  /** Parts of the points are possible. */
  hasParts: boolean;
}

const ENOUGH_ATTEMPTS = 8;
const NEARLY_ALL_RIGHT = 95;
/** Below this, teachers' handbooks call a question weak. */
const WEAK_INDEX = 20;

/** Interprets a question's statistics in plain words. */
export function readItem(found: Found): Item['reading'] {
  const { facility, discriminationIndex, attempts, marking, randomGuessScore } = found;
  if (marking === 'left_out') return reading('left_out', 'This question does not count.');
  if (marking === 'everyone') {
    return reading('everyone', 'Everyone who took the test got full points.');
  }
  if (attempts < ENOUGH_ATTEMPTS || facility === null) {
    return reading('too_few', 'Too few attempts to assess this question.');
  }
  const preferred = findPreferredWrong(found);
  const marked = found.answers.find(({ isRight }) => isRight)?.called;
  if (preferred !== null && (discriminationIndex ?? 0) < WEAK_INDEX) {
    return reading(
      'key_may_be_wrong',
      `The key may be wrong: students with the best totals chose ${preferred} more often than ${marked === undefined ? 'any marked answer' : `the marked ${marked}`}.`,
    );
  }
  const share = `${Math.round(facility)} %`;
  const right = found.hasParts ? `the mean mark is ${share}` : `${share} answered correctly`;
  if (randomGuessScore !== null && Math.round(facility) <= randomGuessScore) {
    return reading('too_hard', `Too hard: ${right}, no better than guessing.`);
  }
  if (facility >= NEARLY_ALL_RIGHT) {
    return reading('too_easy', `Very easy: ${right}, so it hardly distinguishes students.`);
  }
  if (discriminationIndex === null || discriminationIndex < WEAK_INDEX) {
    return reading(
      'does_not_separate',
      `Doesn’t discriminate: ${right}, strong and weak students alike.`,
    );
  }
  return reading('good', `Works well: ${right}, mostly students who did well overall.`);
}

const reading = (kind: Item['reading']['kind'], sentence: string) => ({ kind, sentence });

/** The most frequent wrong answer of the best third, if more frequent than the correct ones. */
function findPreferredWrong({ answers }: Found): string | null {
  const right = answers.reduce((sum, one) => sum + (one.isRight ? one.countOfBest : 0), 0);
  const [most] = answers
    .filter(({ isRight }) => !isRight)
    .toSorted((one, other) => other.countOfBest - one.countOfBest);
  return most !== undefined && most.countOfBest > right ? most.called : null;
}
