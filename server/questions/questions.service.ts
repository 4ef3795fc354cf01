import type { ExportFormat } from '@vlabs/contract/questions/question-files';
import { keyOfFour, rightOfFour } from '@vlabs/contract/kinds/four-options';
import type { Pool } from 'pg';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { notFound } from '../platform/errors.ts';
import { type AccessScope, includesClass } from '../platform/access/access-scope.ts';
import { findQuiz, listQuestions } from '../quizzes/quizzes.reads.ts';
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
    questions.map(({ title, kind, isFour, body, key, points }) => ({
      title,
      kind,
      body,
      // Files have the displayed answer of four options, not those that a correction added.
      key: isFour ? keyOfFour(rightOfFour(key).slice(0, 1)) : key,
      topic,
      ...(points !== null && { points }),
    })),
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
