import { Language } from '@vlabs/contract/runs/languages';
import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';
import type { AttemptKey } from './attempts.queries.ts';

/** Per attempt, in bytes; what was typed later is not recorded. A program of 64 KB is typed many times within it. */
export const MAX_WRITING_BYTES = 4 * 1_048_576;

/** A saved change of a program, or its whole text. */
export interface NewWriting extends AttemptKey {
  number: number;
  at: Date;
  language: Language;
  /** Null for a whole text. */
  from: number | null;
  removed: number | null;
  added: string;
}

/** Records changes unless the attempt has reached its limit, in the transaction that saves them. */
export async function insertWriting(db: Database, writing: readonly NewWriting[]): Promise<void> {
  if (writing.length === 0) return;
  const rows = writing.map((one, place) => ({
    ...one,
    place,
    bytes: Buffer.byteLength(one.added),
  }));
  await run(
    db,
    sql`
      with arrived as (
        select *
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived ("quizId" uuid,
          "personId" text, number integer, at timestamptz, language text, "from" integer,
          removed integer, added text, place integer, bytes integer)
      ), counted as (
        update attempts
        set writing_bytes = writing_bytes + size.bytes
        from (
          select "quizId", "personId", sum(bytes + 50)::integer as bytes
          from arrived group by "quizId", "personId"
        ) size
        where attempts.quiz_id = size."quizId" and attempts.person_id = size."personId"
          and writing_bytes < ${MAX_WRITING_BYTES}
        returning attempts.quiz_id, attempts.person_id
      )
      insert into writing (quiz_id, person_id, number, at, language, from_character, removed, added)
      select "quizId", "personId", number, at, language, "from", removed, added
      from arrived
      where ("quizId", "personId") in (select quiz_id, person_id from counted)
      order by place
    `,
  );
}

const Written = z.object({
  at: z.date(),
  language: Language,
  from: z.int().nullable(),
  removed: z.int().nullable(),
  added: z.string(),
});

/** How one program was typed, oldest first. */
export function listWriting(db: Database, { quizId, personId }: AttemptKey, number: number) {
  return all(
    db,
    Written,
    sql`
      select at, language, from_character as "from", removed, added
      from writing
      where quiz_id = ${quizId} and person_id = ${personId} and number = ${number}
      order by id
    `,
  );
}
