import type { AnsweredQuestion } from '@vlabs/contract/attempts/attempts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { rightOfFour } from '@vlabs/contract/kinds/four-options';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import { type PaperQuestion, type Quiz, writeQuestions } from '../../quizzes/quizzes.reads.ts';
import { type Scorable, answerOf, earningOf } from '../rules/earnings.ts';

interface Shown extends Scorable {
  /** Students see of a program's key what the teacher reveals. */
  reader: 'student' | 'admin';
}

/** Each question of a paper with its key, the student's answer and its points. */
export function showAnswers(
  paper: readonly PaperQuestion[],
  { scorePerQuestion }: Pick<Quiz, 'scorePerQuestion'>,
  { reader, ...attempt }: Shown,
): Record<string, AnsweredQuestion> {
  const shown = writeQuestions(paper);
  return Object.fromEntries(
    paper.flatMap((asked) => {
      const question = shown[String(asked.number)];
      if (!question) return [];
      const markedAnswer = answerOf(attempt.answers, asked.number);
      const marking = asked.marking === 'by_key' ? {} : { marking: asked.marking };
      const answered: AnsweredQuestion =
        'Kind' in question
          ? {
              ...question,
              ...marking,
              ...releaseKey(asked, reader),
              ...writeMark(asked, attempt, scorePerQuestion),
              markedAnswer,
            }
          : {
              QuestionTitle: question.QuestionTitle,
              QuestionOptions: question.QuestionOptions,
              CorrectAnswer: question.CorrectAnswer,
              ...writeAlsoRight(asked),
              ...marking,
              markedAnswer: OPTION_NUMBERS.find((option) => option === markedAnswer) ?? null,
            };
      return [[String(asked.number), answered] as const];
    }),
  );
}

function writeMark(asked: PaperQuestion, attempt: Scorable, scorePerQuestion: number) {
  const { points, mark, scored, waits } = earningOf(asked, attempt, scorePerQuestion);
  return {
    Points: points,
    mark: waits ? null : mark,
    ...(kindOf(asked.kind).judged && { judgement: scored }),
  };
}

function releaseKey({ kind, key }: PaperQuestion, reader: Shown['reader']) {
  const { judged } = kindOf(kind);
  return judged && reader === 'student' ? { Key: judged.releaseKey(key) } : {};
}

function writeAlsoRight({ key }: PaperQuestion) {
  const [, ...alsoRight] = rightOfFour(key);
  const options = OPTION_NUMBERS.filter((option) => alsoRight.includes(Number(option)));
  return options.length > 0 ? { alsoRight: options } : {};
}
