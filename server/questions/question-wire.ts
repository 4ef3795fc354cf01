import type { BankQuestion } from '@vlabs/contract/quizzes/question-bank';
import type { ImportedQuestion } from '@vlabs/contract/quizzes/question-files';
import {
  type FourOptions,
  type OptionNumber,
  OPTION_NUMBERS,
} from '@vlabs/contract/quizzes/questions';
import type { BankRow } from './bank.queries.ts';
import { type PlainKind, type PlainQuestion, byNumber } from './plain-question.ts';

type Asked = Pick<PlainQuestion, 'title' | 'options' | 'correctAnswer'>;

export const writeImported = (question: PlainQuestion | PlainKind): ImportedQuestion => ({
  ...('kind' in question ? writeKind(question) : writeAsked(question)),
  ...(question.topic !== null && { topic: question.topic }),
});

const writeKind = ({ title, kind, body, key }: PlainKind) => ({
  QuestionTitle: title,
  Kind: kind,
  Body: body,
  Key: key,
});

export function writeBankQuestion(row: BankRow): BankQuestion {
  const { title: _title, options: _options, correctAnswer: _answer, rightAnswers, ...known } = row;
  const { attempts } = known;
  const rightPercent = attempts ? (rightAnswers / attempts) * 100 : null;
  return { ...known, rightPercent, ...writeAsked(row) };
}

export const readAsked = (question: FourOptions): Asked => ({
  title: question.QuestionTitle,
  options: OPTION_NUMBERS.map((number) => question.QuestionOptions[number]),
  correctAnswer: Number(question.CorrectAnswer),
});

const writeAsked = ({ title, options, correctAnswer }: Asked) => ({
  QuestionTitle: title,
  QuestionOptions: byNumber(options),
  CorrectAnswer: optionNumber(correctAnswer),
});

function optionNumber(place: number): OptionNumber {
  const number = OPTION_NUMBERS[place - 1];
  if (number === undefined) throw new Error(`There is no option ${place}.`);
  return number;
}
