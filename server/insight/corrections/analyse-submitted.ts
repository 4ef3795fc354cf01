import type { Database } from '../../platform/postgres/database.ts';
import { FULL_ACCESS } from '../../platform/access/access-scope.ts';
import type { Question, Quiz } from '../../quizzes/quizzes.reads.ts';
import { analyseAttempts } from '../analyse-attempts.ts';
import { listSubmittedAttempts } from '../submitted-attempts.queries.ts';

interface ItemUnderKey {
  facility: number | null;
  discriminationIndex: number | null;
}

/** The statistics of a question among the submitted attempts, under each of two keys. */
export async function analyseSubmitted(
  db: Database,
  quiz: Quiz,
  {
    number,
    keyed: [one, other],
  }: { number: number; keyed: [readonly Question[], readonly Question[]] },
): Promise<[ItemUnderKey, ItemUnderKey]> {
  const attempts = await listSubmittedAttempts(db, quiz.uniqueId, FULL_ACCESS);
  const look = async (questions: readonly Question[]) => {
    const { items } = await analyseAttempts(quiz, questions, attempts);
    const item = items.find((found) => found.number === number);
    const { facility = null, discriminationIndex = null } = item ?? {};
    return { facility, discriminationIndex };
  };
  return [await look(one), await look(other)];
}
