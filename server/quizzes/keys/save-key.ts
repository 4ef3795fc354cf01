import type { Database } from '../../platform/postgres/database.ts';
import { type Question, updateKey } from '../questions/questions.queries.ts';
import { updateKeyVersion } from '../store/quizzes.queries.ts';

/** Saves a corrected key with the next key version, in the transaction that has locked the quiz. */
export async function saveKey(db: Database, quizId: string, question: Question): Promise<void> {
  await updateKey(db, quizId, question);
  await updateKeyVersion(db, quizId);
}
