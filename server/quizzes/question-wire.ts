import type {
  OptionNumber,
  Questions,
  QuestionWithoutKey,
  ShownQuestion,
} from '@vlabs/contract/quizzes/questions';
import type { PaperQuestion } from './paper.ts';
import type { Asked, NewQuestion } from './quizzes.queries.ts';

type WireQuestion = Omit<ShownQuestion, 'Variants'>;

const optionNumbers = ['1', '2', '3', '4'] as const satisfies readonly OptionNumber[];

/** As they are kept, from the map of the wire. */
export function readQuestions(questions: Questions): NewQuestion[] {
  return Object.entries(questions)
    .map(([number, { Variants = [], ...question }]) => ({
      number: Number(number),
      ...readAsked(question),
      variants: Variants.map(readAsked),
    }))
    .toSorted((one, other) => one.number - other.number);
}

/** With the right answers: for admins, and for students once the answers are open. */
export function writeQuestions(
  questions: readonly (NewQuestion | PaperQuestion)[],
): Record<string, ShownQuestion> {
  return Object.fromEntries(
    questions.map((question) => [String(question.number), writeQuestion(question)]),
  );
}

/** As a student may see them while the quiz is under way. */
export function writeQuestionsWithoutKeys(
  paper: readonly PaperQuestion[],
): Record<string, QuestionWithoutKey> {
  return Object.fromEntries(
    paper.map(({ number, title, options }) => [
      String(number),
      { QuestionTitle: title, QuestionOptions: writeOptions(options) },
    ]),
  );
}

export function writeQuestion(question: NewQuestion | PaperQuestion): ShownQuestion {
  const variants = 'variants' in question ? question.variants : [];
  return {
    ...writeAsked(question),
    ...(variants.length > 0 && { Variants: variants.map(writeAsked) }),
  };
}

const readAsked = ({ QuestionTitle, QuestionOptions, CorrectAnswer }: WireQuestion): Asked => ({
  title: QuestionTitle,
  options: optionNumbers.map((number) => QuestionOptions[number]),
  correctAnswer: Number(CorrectAnswer),
});

function writeAsked({ title, options, correctAnswer }: Asked): WireQuestion {
  return {
    QuestionTitle: title,
    QuestionOptions: writeOptions(options),
    CorrectAnswer: optionNumbers[correctAnswer - 1] ?? raise(correctAnswer),
  };
}

function writeOptions(options: readonly string[]) {
  const [first = '', second = '', third = '', fourth = ''] = options;
  return { 1: first, 2: second, 3: third, 4: fourth };
}

function raise(correctAnswer: number): never {
  throw new Error(`There is no option ${correctAnswer}.`);
}
