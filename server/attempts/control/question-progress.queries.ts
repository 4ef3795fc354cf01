import { z } from 'zod';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredAnswers } from '../store/attempts.queries.ts';

/** Differs if the answers differ. */
const version = sql`hashtextextended(answers, 0)::text`;

/** Every attempt of a quiz, with the version of its answers. */
export function listAnswerVersions(db: Database, quizId: string) {
  return all(
    db,
    z.object({ personId: z.string(), version: z.string() }),
    sql`select person_id, ${version} as version from attempts where quiz_id = ${quizId}`,
  );
}

export function listAnswersOf(db: Database, quizId: string, personIds: readonly string[]) {
  return all(
    db,
    z.object({
      personId: z.string(),
      version: z.string(),
      answers: StoredAnswers,
      paper: PaperLayout.nullable(),
    }),
    sql`
      select person_id, ${version} as version, answers, paper
      from attempts
      where quiz_id = ${quizId} and person_id = any(${personIds}::text[])
    `,
  );
}
