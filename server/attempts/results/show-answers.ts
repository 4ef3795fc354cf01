import type { AnsweredQuestion } from '@vlabs/contract/quizzes/attempts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import {
  type PaperQuestion,
  type Quiz,
  fourOf,
  markOf,
  writeQuestions,
} from '../../quizzes/quizzes.reads.ts';
import type { Answers } from '../sitting/answers.ts';
import { answerOf } from './grading.ts';

/** Each question of a paper with its key, the student's answer and its points. */
export function showAnswers(
  paper: readonly PaperQuestion[],
  answers: Answers,
  { scorePerQuestion }: Pick<Quiz, 'scorePerQuestion'>,
): Record<string, AnsweredQuestion> {
  const shown = writeQuestions(paper);
  return Object.fromEntries(
    paper.flatMap((asked) => {
      const question = shown[String(asked.number)];
      if (!question) return [];
      const markedAnswer = answerOf(answers, asked.number);
      const marking = asked.marking === 'by_key' ? {} : { marking: asked.marking };
      const answered: AnsweredQuestion =
        'Kind' in question
          ? {
              ...question,
              ...marking,
              Points: asked.points ?? scorePerQuestion,
              mark: markOf(asked, markedAnswer, scorePerQuestion),
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

function writeAlsoRight(asked: PaperQuestion) {
  const { alsoRight } = fourOf(asked);
  const options = OPTION_NUMBERS.filter((option) => alsoRight.includes(Number(option)));
  return options.length > 0 ? { alsoRight: options } : {};
}
