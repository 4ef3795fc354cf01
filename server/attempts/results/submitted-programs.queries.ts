import { z } from 'zod';
import { type Database, all, sql } from '../../platform/postgres/database.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredAnswers } from '../store/attempts.queries.ts';

/** Submitted attempts of a quiz whose timelines are not erased, latest first: all, or those of some people. */
export function listToCompare(db: Database, quizId: string, people: readonly string[] | null) {
  return all(
    db,
    z.object({
      personId: z.string(),
      name: z.string(),
      answers: StoredAnswers,
      paper: PaperLayout.nullable(),
      submittedAt: z.date(),
      receiptSha256: z.string(),
    }),
    sql`
      select person_id, people.name, answers, paper, submitted_at, receipt_sha256
      from attempts
      join people on people.id = person_id
      where quiz_id = ${quizId} and submitted_at is not null and attempts.erased_at is null
        and ${people === null ? sql`true` : sql`person_id = any(${people}::text[])`}
      order by submitted_at desc, person_id
    `,
  );
}
