import { languageOf } from '@vlabs/contract/runs/languages';
import { kindOf } from '@vlabs/contract/kinds/kinds';
import type { Pool } from 'pg';
import {
  type SubmittedProgram,
  isInProgress,
  listSubmittedPrograms,
} from '../../attempts/attempts.reads.ts';
import { classIdOf } from '../../platform/access/audience-columns.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { type Question, findQuiz, listQuestions } from '../../quizzes/quizzes.reads.ts';
import type { ProgramsToCompare } from './programs-to-compare.ts';
import { MAX_TEXT, type NotCompared, type ProgramRead, filesOfText } from './read-programs.ts';
import { listStatementCode } from './statement-code.ts';
import type { Question as Asked } from './subject.ts';

/** The submitted programs of a question of a test. */
export async function findProgramsOfTest(
  { pool, clock }: { pool: Pool; clock: Clock },
  { quizId, number }: Asked,
): Promise<ProgramsToCompare> {
  const quiz = await findQuiz(pool, quizId);
  if (!quiz) throw notFound('This test');
  const questions = await listQuestions(pool, quizId);
  const question = questions.find((one) => one.number === number);
  if (!question || !kindOf(question.kind).judged) throw notFound('This question with programs');
  const asked = { quiz, questions, number };
  return {
    title: `${quiz.topic || quiz.subjectId}, question ${number}`,
    classId: classIdOf(quiz.audience),
    leftOut: listGivenCode(question),
    isInProgress: await isInProgress(pool, quiz, clock.nowMs()),
    async *readAll() {
      for (const submitted of await listSubmittedPrograms(pool, asked)) yield read(submitted);
    },
    readText: async (personId, language) => {
      const [submitted] = await listSubmittedPrograms(pool, asked, [personId]);
      const program = submitted?.program;
      if (!program || languageOf(program.language).id !== language) throw notFound('This program');
      return {
        handInId: null,
        studentId: personId,
        name: submitted.name,
        handedInAt: submitted.submittedAt.toISOString(),
        isLate: false,
        text: program.text,
      };
    },
  };
}

/** The starters and the code blocks of the statement, of all variants. */
function listGivenCode({ kind, title, body, variants }: Question): string[] {
  const { judged } = kindOf(kind);
  return [{ title, body }, ...variants]
    .flatMap((one) => [
      ...(judged?.starters(one.body) ?? []).map(({ text }) => text),
      ...listStatementCode(one.title),
    ])
    .filter((text) => text.trim() !== '');
}

function read(submitted: SubmittedProgram): ProgramRead[] | NotCompared {
  const { personId: id, receiptSha256: version, isAnswered, program } = submitted;
  if (!program) {
    return { id, version, reason: isAnswered ? 'unchanged' : 'no_program', leftFiles: [] };
  }
  const { id: language } = languageOf(program.language);
  const files = filesOfText(program.text.slice(0, MAX_TEXT), language);
  const isCut = program.text.length > MAX_TEXT;
  return [{ id, version, language, files, leftFiles: [], isCut }];
}
