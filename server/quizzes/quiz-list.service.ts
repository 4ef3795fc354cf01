import { writeKolkataMoment } from '@vlabs/contract/kolkata-time';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import type { Pool } from 'pg';
import { countAttempts } from '../attempts/attempts.reads.ts';
import { forbidden } from '../platform/errors.ts';
import type { Caller } from '../platform/http/serve.ts';
import { showDraft } from './draft-wire.ts';
import { listMissingParts } from './missing-parts.ts';
import { writeQuestions } from './question-wire.ts';
import { listDrafts } from './quiz-drafts.queries.ts';
import { showDetails } from './quiz-wire.ts';
import { type Quiz, listAllQuestions, listQuizzes } from './quizzes.queries.ts';
import { listStudentQuizzes } from './student-quizzes.ts';

interface Wanted {
  userId?: string | undefined;
  questions?: 'none' | undefined;
}

/** All quizzes and drafts for an admin who names nobody; else those of one student. Newest first. */
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
  const [quizzes, drafts, attempts] = await Promise.all([
    listQuizzes(pool),
    listDrafts(pool),
    countAttempts(pool),
  ]);
  const startedOf = new Map(attempts.map(({ quizId, started }) => [quizId, started]));
  const questions = withQuestions ? await listAllQuestions(pool) : [];
  const byQuiz = Map.groupBy(questions, ({ quizId }) => quizId);
  const changed = new Set(drafts.map(({ uniqueId }) => uniqueId));
  const known = new Set(quizzes.map(({ uniqueId }) => uniqueId));
  const records = quizzes.map((quiz) => ({
    ...showForAdmin(quiz),
    ...(startedOf.has(quiz.uniqueId) && { started: startedOf.get(quiz.uniqueId) ?? 0 }),
    ...(changed.has(quiz.uniqueId) && { hasChanges: true }),
    ...(withQuestions && { questions: writeQuestions(byQuiz.get(quiz.uniqueId) ?? []) }),
  }));
  const unfinished = drafts
    .filter(({ uniqueId }) => !known.has(uniqueId))
    .map((draft) => ({
      ...showDraft(draft),
      missing: listMissingParts(draft.uniqueId, draft.content),
    }));
  return [...records, ...unfinished].toSorted((one, other) =>
    other.createdAt.localeCompare(one.createdAt),
  );
}

function showForAdmin(quiz: Quiz): QuizRecord {
  return {
    unique_id: quiz.uniqueId,
    completed: false,
    submissionDate: null,
    formDetails: showDetails(quiz),
    createdAt: writeKolkataMoment(quiz.createdAt),
    expired: quiz.endsAt.getTime() <= Date.now(),
    status: quiz.status,
  };
}
