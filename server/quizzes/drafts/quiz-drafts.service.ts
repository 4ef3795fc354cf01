import type { DraftContent, QuizDraft } from '@vlabs/contract/quizzes/quiz-drafts';
import type { Pool } from 'pg';
import { requireClassAsItIs } from '../../classes/classes.reads.ts';
import { conflict, forbidden, notFound } from '../../platform/errors.ts';
import { inTransaction } from '../../platform/postgres/database.ts';
import type { AccessScope } from '../../platform/access/access-scope.ts';
import { writeDraft } from './draft-wire.ts';
import { deleteDraft, findDraft, insertDraft, updateDraft } from './quiz-drafts.queries.ts';
import { listQuestions } from '../questions/questions.queries.ts';
import { findQuiz } from '../store/quizzes.queries.ts';

/** The draft; for a quiz that nobody is editing, the quiz itself. */
export async function getQuizDraft(pool: Pool, uniqueId: string): Promise<QuizDraft> {
  const draft = await findDraft(pool, uniqueId);
  const quiz = await findQuiz(pool, uniqueId);
  if (draft) {
    return {
      unique_id: uniqueId,
      revision: draft.revision,
      savedAt: draft.savedAt.toISOString(),
      content: draft.content,
      quizStatus: quiz?.status ?? null,
    };
  }
  if (!quiz) throw notFound('The draft');
  return {
    unique_id: uniqueId,
    revision: 0,
    savedAt: null,
    content: writeDraft(quiz, await listQuestions(pool, uniqueId)),
    quizStatus: quiz.status,
  };
}

interface Typed {
  uniqueId: string;
  revision: number;
  content: DraftContent;
}

/** Of two concurrent editors the second is refused, so that nothing of the first is lost. */
export async function saveQuizDraft(
  pool: Pool,
  scope: AccessScope,
  typed: Typed,
): Promise<{ revision: number; savedAt: string }> {
  if (!scope.isUnlimited && scope.classIds.length === 0) throw forbidden();
  const saved = await inTransaction(pool, async (db) => {
    const { audience } = typed.content.settings;
    // The audience may still be empty.
    if (audience.inClass) await requireClassAsItIs(db, scope, audience);
    return typed.revision === 0
      ? insertDraft(db, { ...typed, createdBy: scope.callerId })
      : updateDraft(db, typed);
  });
  if (saved) return { revision: saved.revision, savedAt: saved.savedAt.toISOString() };
  throw conflict(
    'stale_revision',
    'This draft was changed elsewhere since you opened it. Open it again to go on from there.',
  );
}

export async function deleteQuizDraft(pool: Pool, uniqueId: string): Promise<void> {
  if ((await deleteDraft(pool, uniqueId)) === 0) throw notFound('The draft');
}
