import type { Database } from '../platform/postgres/database.ts';
import { type Question, updateKey } from './questions.queries.ts';
import { updateKeyVersion } from './quizzes.queries.ts';

/** What corrects keys of questions. Asked in the transaction that has locked the quiz for it. */
export const questionKeys = {
  /** Gives the quiz its next version of the key. */
  async saveKey(db: Database, quizId: string, question: Question): Promise<void> {
    await updateKey(db, quizId, question);
    await updateKeyVersion(db, quizId);
  },
};
