import { type NewQuiz, type QuizRecord, defaultSettings } from '@vlabs/contract/quizzes';
import type { Pool } from 'pg';
import { inTransaction } from '../platform/database.ts';
import { brokenConstraint, conflict, forbidden, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/serve.ts';
import { readQuestions, writeQuestions } from './question-wire.ts';
import { readQuizForm, showDetails } from './quiz-wire.ts';
import {
  type Quiz,
  insertQuestions,
  insertQuiz,
  listAllQuestions,
  listQuizzes,
  lockQuiz,
  updateStatus,
} from './quizzes.queries.ts';
import { listStudentQuizzes } from './student-quizzes.ts';

/** Keeps a quiz with all its questions, or nothing. */
export async function createQuiz(pool: Pool, caller: Caller, form: NewQuiz): Promise<void> {
  const settings = form.settings ?? defaultSettings;
  try {
    await inTransaction(pool, async (db) => {
      await insertQuiz(db, readQuizForm(form, settings, caller.id));
      await insertQuestions(db, form.unique_id, readQuestions(form.questions));
    });
  } catch (error) {
    if (brokenConstraint(error) !== 'quizzes_pkey') throw error;
    throw conflict(
      'unique_id_taken',
      'A quiz with this unique_id exists. Send it with a new UUID.',
    );
  }
}

interface Wanted {
  userId?: string | undefined;
  questions?: 'none' | undefined;
}

/** All quizzes for an admin who names nobody; else those of one student. Newest first. */
export async function listQuizRecords(
  pool: Pool,
  caller: Caller,
  { userId, questions }: Wanted,
): Promise<QuizRecord[]> {
  if (caller.role === 'admin') {
    if (userId !== undefined) return listStudentQuizzes(pool, userId);
    return listForAdmin(pool, questions !== 'none');
  }
  if (userId !== undefined && userId.toLowerCase() !== caller.id.toLowerCase()) {
    throw forbidden('You may read your own quizzes only.');
  }
  return listStudentQuizzes(pool, caller.id);
}

async function listForAdmin(pool: Pool, withQuestions: boolean): Promise<QuizRecord[]> {
  const quizzes = await listQuizzes(pool);
  const questions = withQuestions ? await listAllQuestions(pool) : [];
  const byQuiz = Map.groupBy(questions, ({ quizId }) => quizId);
  return quizzes.map((quiz) => ({
    ...showForAdmin(quiz),
    ...(withQuestions && { questions: writeQuestions(byQuiz.get(quiz.uniqueId) ?? []) }),
  }));
}

function showForAdmin(quiz: Quiz): QuizRecord {
  return {
    unique_id: quiz.uniqueId,
    completed: false,
    submissionDate: null,
    formDetails: showDetails(quiz),
    createdAt: quiz.createdAt.toISOString(),
    expired: quiz.endsAt.getTime() <= Date.now(),
    status: quiz.status,
  };
}

export async function setQuizStatus(
  pool: Pool,
  uniqueId: string,
  status: Quiz['status'],
): Promise<void> {
  await inTransaction(pool, async (db) => {
    if (!(await lockQuiz(db, uniqueId, 'change'))) throw notFound('The quiz');
    await updateStatus(db, uniqueId, status);
  });
}
