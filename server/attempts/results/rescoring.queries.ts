import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { StoredAnswers } from '../attempts.queries.ts';
import { StoredJudgements, judgementsOf } from '../judging/judgements.queries.ts';

const Scored = z.object({
  personId: z.string(),
  name: z.string(),
  answers: StoredAnswers,
  judgements: StoredJudgements,
  paper: PaperLayout.nullable(),
  /** Null for an attempt in progress. */
  receiptSha256: z.string().nullable(),
  /** Null for an attempt in progress, and while its programs are judged. */
  score: z.number().nullable(),
});
export type ScoredAttempt = z.infer<typeof Scored>;

const judgements = sql`
  ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
`;

export function listScoredAttempts(db: Database, quizId: string) {
  return all(
    db,
    Scored,
    sql`
      select person_id, people.name, answers, ${judgements}, paper, score, receipt_sha256
      from attempts
      join people on people.id = person_id
      where quiz_id = ${quizId}
      order by person_id
    `,
  );
}

/**
 * Locks every attempt of a quiz, including those in progress, until the transaction ends. A later statement reads
 * them: one that waits for locks would read everything else as it was before.
 */
export function lockAttemptsOf(db: Database, quizId: string) {
  return run(
    db,
    sql`
      select from attempts
      where quiz_id = ${quizId}
      order by person_id
      for no key update
    `,
  );
}

/** Sets the key version of every attempt of a quiz, and the scores of some. */
export async function updateScores(
  db: Database,
  { quizId, keyVersion, now }: { quizId: string; keyVersion: number; now: Date },
  scores: readonly { personId: string; score: number }[],
): Promise<void> {
  await run(
    db,
    sql`
      update attempts
      set key_version = ${keyVersion}
      where quiz_id = ${quizId}
    `,
  );
  await run(
    db,
    sql`
      update attempts
      set score = marked.score, changed_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
        as marked ("personId" text, score double precision)
      where attempts.quiz_id = ${quizId} and attempts.person_id = marked."personId"
    `,
  );
}
