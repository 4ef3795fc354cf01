import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';
import { PaperLayout } from '../../quizzes/quizzes.reads.ts';
import { KeptShares } from '../rules/earnings.ts';
import { StoredAnswers } from '../store/attempts.queries.ts';
import { StoredJudgements, judgementsOf } from '../store/judgements.queries.ts';

const Scored = z.object({
  personId: z.string(),
  name: z.string(),
  answers: StoredAnswers,
  judgements: StoredJudgements,
  keptShares: KeptShares,
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

/** Read at once; programs are long. */
const PAGE = 10;

/** Every attempt of a quiz, in pages, so that reading a large test leaves room for other calls. */
export async function* readScoredAttempts(
  db: Database,
  quizId: string,
): AsyncGenerator<ScoredAttempt> {
  let after = '';
  for (;;) {
    const page = await listScoredAttempts(db, quizId, after);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.personId;
  }
}

function listScoredAttempts(db: Database, quizId: string, after: string) {
  return all(
    db,
    Scored,
    sql`
      select person_id, people.name, answers, ${judgements}, kept_shares, paper, score, receipt_sha256
      from attempts
      join people on people.id = person_id
      where quiz_id = ${quizId} and person_id > ${after}
      order by person_id
      limit ${PAGE}
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

/** Sets the key version of every attempt of a quiz, and what decides the scores of some. */
export async function updateScores(
  db: Database,
  { quizId, keyVersion, now }: { quizId: string; keyVersion: number; now: Date },
  scores: readonly { personId: string; score: number; keptShares: KeptShares }[],
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
      set score = marked.score, kept_shares = marked."keptShares", changed_at = ${now},
        scored_at = coalesce(scored_at, ${now})
      from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
        as marked ("personId" text, score double precision, "keptShares" jsonb)
      where attempts.quiz_id = ${quizId} and attempts.person_id = marked."personId"
    `,
  );
}
