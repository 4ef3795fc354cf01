import type { ExportFormat } from '@vlabs/contract/questions/question-files';
import type { Pool } from 'pg';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { notFound } from '../platform/errors.ts';
import { type AccessScope, includesClass } from '../platform/access/access-scope.ts';
import { findQuiz, fourOf, listQuestions } from '../quizzes/quizzes.reads.ts';
import { writeQuestionFile } from './write-file.ts';

/** A quiz as a file: the first variant of each question, under the topic of the quiz. */
export async function exportQuestions(
  pool: Pool,
  scope: AccessScope,
  { quiz: uniqueId, format }: { quiz: string; format: ExportFormat },
) {
  const quiz = await findQuiz(pool, uniqueId);
  if (!quiz || !includesClass(scope, classIdOf(quiz.audience))) throw notFound('This test');
  const questions = await listQuestions(pool, uniqueId);
  const { topic } = quiz;
  const file = writeQuestionFile(
    questions.map((question) => {
      const { title, kind, body, key, points } = question;
      const own = points === null ? {} : { points };
      if (kind !== null) return { title, kind, body, key, topic, ...own };
      const { options, correctAnswer } = fourOf(question);
      return { title, options, correctAnswer, topic };
    }),
    format,
  );
  const name = [quiz.subjectId, quiz.topic].map(toFileName).filter(Boolean).join('-');
  return { ...file, name: `${name || 'questions'}${file.ending}` };
}

const toFileName = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
