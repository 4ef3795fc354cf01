import type { Item, QuizPerformance, ReadingKind, SubmittedRow } from '@vlabs/contract/insight';

/** Below it a student needs help, in per cent of the total score. */
export const HELP_BELOW = 40;

/** What asks to be looked at, the most urgent first: a wrong key costs marks. */
const urgent: readonly ReadingKind[] = ['key_may_be_wrong', 'too_hard', 'does_not_separate'];

/** Questions that went wrong, the most urgent first, and of those the ones that fewest had right. */
export function listQuestionsToLookAt(questions: readonly Item[]): Item[] {
  return questions
    .filter((question) => placeOf(question) >= 0)
    .toSorted(
      (one, other) => placeOf(one) - placeOf(other) || (one.facility ?? 0) - (other.facility ?? 0),
    );
}

const placeOf = ({ reading }: Item) => urgent.indexOf(reading.kind);

/** Students who scored low, the lowest first. */
export function listStudentsToHelp(students: readonly SubmittedRow[]): SubmittedRow[] {
  return students
    .filter(({ percent }) => percent < HELP_BELOW)
    .toSorted((one, other) => one.percent - other.percent);
}

/** Whether enough have submitted for questions to be judged. */
export const areJudged = ({ questions }: QuizPerformance): boolean =>
  questions.some(({ reading }) => reading.kind !== 'too_few');
