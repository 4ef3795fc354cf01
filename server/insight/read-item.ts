import type { Counts, Item } from '@vlabs/contract/insight';
import type { Marking } from '@vlabs/contract/quizzes/key-corrections';
import type { OptionNumber } from '@vlabs/contract/quizzes/questions';

interface Found {
  facility: number | null;
  discriminationIndex: number | null;
  counts: Counts;
  countsOfBest: Counts;
  /** Of the right one, by the teacher's numbering. */
  correctAnswer: OptionNumber;
  alsoRight: readonly OptionNumber[];
  marking: Marking;
  attempts: number;
}

const ENOUGH_ATTEMPTS = 8;
/** What guessing among four options gives, in per cent. */
const GUESSED = 25;
const NEARLY_ALL_RIGHT = 95;
/** Below it, teachers' handbooks call a question weak. */
const WEAK_INDEX = 20;
const OPTIONS = ['1', '2', '3', '4'] as const;

/** What the figures of a question mean to its teacher, in plain words. */
export function readItem(found: Found): Item['reading'] {
  const { facility, discriminationIndex, attempts, marking } = found;
  if (marking === 'left_out') return reading('left_out', 'Left out: it counts for nobody.');
  if (marking === 'everyone') {
    return reading('everyone', 'Given to everyone: all who sat have its score.');
  }
  if (attempts < ENOUGH_ATTEMPTS || facility === null) {
    return reading('too_few', 'Too few attempts to say anything about this question.');
  }
  const preferred = findPreferredWrong(found);
  if (preferred !== null && (discriminationIndex ?? 0) < WEAK_INDEX) {
    return reading(
      'key_may_be_wrong',
      `The key may be wrong: those with the best totals chose option ${preferred} more often than the marked option ${found.correctAnswer}.`,
    );
  }
  const right = `${Math.round(facility)} % answered it right`;
  if (Math.round(facility) <= GUESSED) {
    return reading('too_hard', `Too hard: ${right}, no more than guessing gives.`);
  }
  if (facility >= NEARLY_ALL_RIGHT) {
    return reading('too_easy', `Very easy: ${right}, so it tells students hardly apart.`);
  }
  if (discriminationIndex === null || discriminationIndex < WEAK_INDEX) {
    return reading(
      'does_not_separate',
      `Does not separate: ${right}, strong and weak students alike.`,
    );
  }
  return reading('good', `Works well: ${right}, mostly those who did well elsewhere.`);
}

const reading = (kind: Item['reading']['kind'], sentence: string) => ({ kind, sentence });

/** The wrong option that the best third chose most, where they chose it more than the right one. */
function findPreferredWrong({ countsOfBest, correctAnswer, alsoRight }: Found): string | null {
  const rightOnes = [correctAnswer, ...alsoRight];
  const right = rightOnes.reduce((sum, option) => sum + countsOfBest[option], 0);
  const [most] = OPTIONS.filter((option) => !rightOnes.includes(option)).toSorted(
    (one, other) => countsOfBest[other] - countsOfBest[one],
  );
  return most !== undefined && countsOfBest[most] > right ? most : null;
}
