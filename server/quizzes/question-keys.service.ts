import type { Database } from '../platform/postgres/database.ts';
import { type Question, updateKey } from './questions.queries.ts';
import { updateKeyVersion } from './quizzes.queries.ts';

/** Corrects keys, in the transaction that has locked the quiz. */
export const questionKeys = {
  /** Assigns the next key version. */
  async saveKey(db: Database, quizId: string, question: Question): Promise<void> {
    await updateKey(db, quizId, question);
    await updateKeyVersion(db, quizId);
  },
};
