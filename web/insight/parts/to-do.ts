import type {
  Item,
  QuizPerformance,
  ReadingKind,
  SubmittedRow,
} from '@vlabs/contract/insight/insight';

/** Students below this percentage need help. */
export const HELP_BELOW = 40;

/** Most urgent first: a wrong key costs marks. */
const urgent: readonly ReadingKind[] = ['key_may_be_wrong', 'too_hard', 'does_not_separate'];

/** Problematic questions, most urgent first, then by fewest correct answers. */
export function listQuestionsToLookAt(questions: readonly Item[]): Item[] {
  return questions
    .filter((question) => placeOf(question) >= 0)
    .toSorted(
      (one, other) => placeOf(one) - placeOf(other) || (one.facility ?? 0) - (other.facility ?? 0),
    );
}

const placeOf = ({ reading }: Item) => urgent.indexOf(reading.kind);

/** Students with low scores, lowest first. */
export function listStudentsToHelp(students: readonly SubmittedRow[]): SubmittedRow[] {
  return students
    .filter(({ percent }) => percent < HELP_BELOW)
    .toSorted((one, other) => one.percent - other.percent);
}

/** Reports whether enough students have submitted to judge questions. */
export const areJudged = ({ questions }: QuizPerformance): boolean =>
  questions.some(({ reading }) => reading.kind !== 'too_few');
