import type { Counts, ItemFigures, QuizFigures } from '@vlabs/contract/insight';
import { type Question, isRight, makePaper } from '../quizzes/quizzes.reads.ts';
import { analyseQuiz } from './quiz-statistics.ts';
import type { SubmittedAttempt } from './submitted-attempts.queries.ts';

/** What a right answer gives by chance, of four options. */
const RANDOM_GUESS_PERCENT = 25;
const OPTIONS = 4;

interface Answer {
  isRight: boolean;
  /** By the teacher's numbering; 0: none. */
  option: number;
}

export interface Analysis {
  figures: QuizFigures;
  items: (ItemFigures & { countsOfBest: Counts })[];
}

/** The figures of a quiz as Moodle shows them, marks and scores in per cent. */
export function analyseAttempts(
  quiz: Parameters<typeof makePaper>[0],
  questions: readonly Question[],
  attempts: readonly Pick<SubmittedAttempt, 'personId' | 'answers' | 'paper'>[],
): Analysis {
  const answers = attempts.map((attempt) => readAnswers(quiz, questions, attempt));
  // A question that is left out is in no total, so that it neither weighs nor is weighed.
  const counting = questions.flatMap(({ marking }, place) =>
    marking === 'left_out' ? [] : [place],
  );
  const found = analyseQuiz(
    answers.map((row) => counting.map((place) => Number(row[place]?.isRight ?? false))),
    counting.map(() => 1),
  );
  const best = bestThird(answers);
  const ofTotal = (value: number | null) =>
    value === null ? null : (100 * value) / counting.length;
  const figures = {
    ...found.quiz,
    mean: ofTotal(found.quiz.mean),
    median: ofTotal(found.quiz.median),
    standardDeviation: ofTotal(found.quiz.standardDeviation),
    standardError: ofTotal(found.quiz.standardError),
  };
  const items = questions.map(({ number, marking, alsoRight }, place) => {
    const item = found.questions[counting.indexOf(place)];
    return {
      number,
      facility: inPercent(item?.facility ?? null),
      standardDeviation: inPercent(item?.standardDeviation ?? null),
      randomGuessScore: marking === 'by_key' ? RANDOM_GUESS_PERCENT * (1 + alsoRight.length) : null,
      intendedWeight: item ? 100 / counting.length : 0,
      effectiveWeight: item?.effectiveWeight ?? null,
      discriminationIndex: item?.discriminationIndex ?? null,
      discriminativeEfficiency: item?.discriminativeEfficiency ?? null,
      counts: countOptions(answers, place),
      countsOfBest: countOptions(best, place),
    };
  });
  return { figures, items };
}

const inPercent = (part: number | null) => (part === null ? null : 100 * part);

/** In the teacher's order, whatever the student saw. */
function readAnswers(
  quiz: Parameters<typeof makePaper>[0],
  questions: readonly Question[],
  { personId, answers, paper }: Pick<SubmittedAttempt, 'personId' | 'answers' | 'paper'>,
): Answer[] {
  const read = new Map<number, Answer>();
  for (const asked of makePaper(quiz, questions, paper ?? personId)) {
    const chosen = Number(answers[String(asked.number)] ?? 0);
    read.set(asked.originalNumber, {
      isRight: isRight(asked, chosen === 0 ? null : chosen),
      option: asked.originalOptions[chosen - 1] ?? 0,
    });
  }
  return questions.map(({ number }) => read.get(number) ?? { isRight: false, option: 0 });
}

function bestThird(answers: readonly Answer[][]): Answer[][] {
  const total = (row: Answer[]) => row.filter((answer) => answer.isRight).length;
  const ordered = answers.toSorted((one, other) => total(other) - total(one));
  return ordered.slice(0, Math.ceil(ordered.length / 3));
}

function countOptions(answers: readonly Answer[][], place: number): Counts {
  const counts = Array.from({ length: OPTIONS + 1 }, () => 0);
  for (const row of answers) {
    const option = row[place]?.option ?? 0;
    counts[option] = (counts[option] ?? 0) + 1;
  }
  const [none = 0, one = 0, two = 0, three = 0, four = 0] = counts;
  return { 1: one, 2: two, 3: three, 4: four, none };
}
