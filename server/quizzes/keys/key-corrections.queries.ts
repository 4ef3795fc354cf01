import { Key } from '@vlabs/contract/insight/key-corrections';
import { z } from 'zod';
import { type Database, type Sql, all, run, sql } from '../../platform/postgres/database.ts';

const Correction = z.object({
  /** In the teacher's order. */
  number: z.int(),
  before: Key,
  after: Key,
  reason: z.string(),
  changed: z.int(),
  correctedBy: z.string(),
  correctedAt: z.date(),
});
export type KeyCorrection = z.infer<typeof Correction>;

/** Of one quiz, oldest first. */
export function listKeyCorrections(db: Database, quizId: string) {
  return all(
    db,
    Correction,
    sql`
      select number, before, after, reason, changed, corrected_by, corrected_at
      from key_corrections
      where quiz_id = ${quizId}
      order by id
    `,
  );
}

export function insertCorrection(db: Database, quizId: string, correction: KeyCorrection) {
  const { number, before, after, reason, changed, correctedBy, correctedAt } = correction;
  return run(
    db,
    sql`
      insert into key_corrections (quiz_id, number, before, after, reason, changed, corrected_by,
        corrected_at)
      values (${quizId}, ${number}, ${JSON.stringify(before)}::jsonb,
        ${JSON.stringify(after)}::jsonb, ${reason}, ${changed}, ${correctedBy}, ${correctedAt})
    `,
  );
}

/** When a correction after that moment last changed a score of the quiz; null if none did. */
export const lastCorrectionAfter = (quizId: Sql, moment: Sql): Sql => sql`
  (
    select max(correction.corrected_at)
    from key_corrections correction
    where correction.quiz_id = ${quizId} and changed > 0 and correction.corrected_at > ${moment}
  )
`;

/** Whether the key of the quiz was corrected at that moment or later. */
export const isCorrectedSince = (quizId: Sql, moment: Sql): Sql => sql`
  exists (
    select 1 from key_corrections correction
    where correction.quiz_id = ${quizId} and corrected_at >= ${moment}
  )
`;
