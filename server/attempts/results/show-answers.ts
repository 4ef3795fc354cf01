import type { AnsweredQuestion } from '@vlabs/contract/quizzes/attempts';
import { OPTION_NUMBERS } from '@vlabs/contract/quizzes/questions';
import { kindOf } from '@vlabs/kinds/kinds';
import {
  type PaperQuestion,
  type Quiz,
  type Judgements,
  fourOf,
  markOf,
  scoredAnswer,
  writeQuestions,
} from '../../quizzes/quizzes.reads.ts';
import type { Answers } from '../sitting/answers.ts';
import { answerOf } from './grading.ts';

interface Shown {
  answers: Answers;
  judgements: Judgements;
  /** Students see of a program's key what the teacher reveals. */
  reader: 'student' | 'admin';
}

/** Each question of a paper with its key, the student's answer and its points. */
export function showAnswers(
  paper: readonly PaperQuestion[],
  { scorePerQuestion }: Pick<Quiz, 'scorePerQuestion'>,
  { answers, judgements, reader }: Shown,
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
              ...releaseKey(asked, reader),
              Points: asked.points ?? scorePerQuestion,
              ...writeMark(asked, markedAnswer, { scorePerQuestion, judgements }),
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

function writeMark(
  asked: PaperQuestion,
  answer: string | null,
  { scorePerQuestion, judgements }: { scorePerQuestion: number; judgements: Judgements },
) {
  const { scored, waits } = scoredAnswer(asked, answer, judgements);
  return {
    mark: waits ? null : markOf(asked, scored, scorePerQuestion),
    ...(kindOf(asked.kind).judged && { judgement: scored }),
  };
}

function releaseKey({ kind, key }: PaperQuestion, reader: Shown['reader']) {
  const { judged } = kindOf(kind);
  return judged && reader === 'student' ? { Key: judged.releaseKey(key) } : {};
}

function writeAlsoRight(asked: PaperQuestion) {
  const { alsoRight } = fourOf(asked);
  const options = OPTION_NUMBERS.filter((option) => alsoRight.includes(Number(option)));
  return options.length > 0 ? { alsoRight: options } : {};
}
