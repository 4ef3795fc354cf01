import {
  type FourOptions,
  OPTION_NUMBERS,
  type Questions,
  type QuestionWithoutKey,
  type ShownQuestion,
} from '@vlabs/contract/quizzes/questions';
import {
  KIND_OF_FOUR,
  bodyOfFour,
  keyOfFour,
  optionsOfFour,
  rightOfFour,
} from '@vlabs/contract/kinds/four-options';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { PaperQuestion } from './paper.ts';
import type { Asked, NewQuestion } from './questions.queries.ts';

/** Converts the wire's map into rows. */
export function readQuestions(questions: Questions): NewQuestion[] {
  return Object.entries(questions)
    .map(([number, question]) => ({ number: Number(number), ...readQuestion(question) }))
    .toSorted((one, other) => one.number - other.number);
}

/** With the correct answers: for admins, and for students after the release. */
export function writeQuestions(
  questions: readonly (Keyed & { number: number })[],
): Record<string, ShownQuestion> {
  return Object.fromEntries(
    questions.map((question) => [String(question.number), writeQuestion(question)]),
  );
}

/** As students may see them during the quiz. */
export function writeQuestionsWithoutKeys(
  paper: readonly PaperQuestion[],
): Record<string, QuestionWithoutKey> {
  return Object.fromEntries(
    paper.map((question) => {
      const { number, kind, isFour, title, body } = question;
      const written: QuestionWithoutKey = isFour
        ? { QuestionTitle: title, QuestionOptions: writeOptions(body) }
        : {
            QuestionTitle: title,
            Kind: kind,
            Body: body,
            ...writePoints(question),
            ...writeRule(kindOf(kind).ruleOf(question)),
          };
      return [String(number), written];
    }),
  );
}

interface Keyed extends Asked, Pick<NewQuestion, 'kind' | 'isFour' | 'points'> {
  variants?: readonly Asked[];
}

export function writeQuestion(question: Keyed): ShownQuestion {
  const { kind, isFour, title, body, key } = question;
  if (!isFour) {
    return { QuestionTitle: title, Kind: kind, Body: body, Key: key, ...writePoints(question) };
  }
  const { variants = [] } = question;
  return {
    ...writeFour(question),
    ...(variants.length > 0 && { Variants: variants.map(writeFour) }),
  };
}

const writeRule = (rule: string | null) => (rule === null ? {} : { Rule: rule });
const writePoints = ({ points }: Pick<NewQuestion, 'points'>) =>
  points === null ? {} : { Points: points };

/** A question of the wire as a row without its number. */
export function readQuestion(question: Questions[string]): Omit<NewQuestion, 'number'> {
  if ('Kind' in question) {
    const { QuestionTitle: title, Kind: kind, Body: body, Key: key, Points: points } = question;
    const asked = { title, kind, body, key };
    return { ...asked, isFour: false, points: points ?? null, variants: [] };
  }
  const { Variants = [], ...asked } = question;
  const variants = Variants.map(readFour);
  return { ...readFour(asked), kind: KIND_OF_FOUR, isFour: true, points: null, variants };
}

const readFour = ({ QuestionTitle, QuestionOptions, CorrectAnswer }: FourOptions): Asked => ({
  title: QuestionTitle,
  body: bodyOfFour(OPTION_NUMBERS.map((number) => QuestionOptions[number])),
  key: keyOfFour([Number(CorrectAnswer)]),
});

function writeFour({ title, body, key }: Asked): FourOptions {
  const [correctAnswer = 0] = rightOfFour(key);
  return {
    QuestionTitle: title,
    QuestionOptions: writeOptions(body),
    CorrectAnswer: OPTION_NUMBERS[correctAnswer - 1] ?? raise(correctAnswer),
  };
}

function writeOptions(body: unknown) {
  const [first = '', second = '', third = '', fourth = ''] = optionsOfFour(body);
  return { 1: first, 2: second, 3: third, 4: fourth };
}

function raise(correctAnswer: number): never {
  throw new Error(`There is no option ${correctAnswer}.`);
}
