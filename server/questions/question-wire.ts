import type { BankQuestion } from '@vlabs/contract/questions/question-bank';
import type { ImportedQuestion } from '@vlabs/contract/questions/question-files';
import { type OptionNumber, OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { writeQuestion } from '../quizzes/quizzes.reads.ts';
import type { BankRow } from './bank.queries.ts';
import { type PlainKind, type PlainQuestion, byNumber } from './reading/plain-question.ts';

export const writeImported = (question: PlainQuestion | PlainKind): ImportedQuestion => ({
  ...('kind' in question ? writeKind(question) : writeAsked(question)),
  ...('points' in question && { Points: question.points }),
  ...(question.topic !== null && { topic: question.topic }),
});

const writeKind = ({ title, kind, body, key }: PlainKind) => ({
  QuestionTitle: title,
  Kind: kind,
  Body: body,
  Key: key,
});

export function writeBankQuestion(row: BankRow): BankQuestion {
  const { rightAnswers, attempts, questionId, subject, topic, otherTopics, tags, uses } = row;
  const { home, classId, homeName, isShared, mayChange } = row;
  const rightPercent = attempts ? (rightAnswers / attempts) * 100 : null;
  const known = { questionId, subject, topic, otherTopics, tags, uses, attempts, rightPercent };
  const whose = { home, classId, homeName, isShared, mayChange };
  return { ...writeQuestion(row), ...known, ...whose };
}

const writeAsked = ({ title, options, correctAnswer }: PlainQuestion) => ({
  QuestionTitle: title,
  QuestionOptions: byNumber(options),
  CorrectAnswer: optionNumber(correctAnswer),
});

function optionNumber(place: number): OptionNumber {
  const number = OPTION_NUMBERS[place - 1];
  if (number === undefined) throw new Error(`There is no option ${place}.`);
  return number;
}
