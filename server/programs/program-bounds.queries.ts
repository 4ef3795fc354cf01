import { z } from 'zod';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';
import type { DraftKey } from './drafts.queries.ts';

const Pace = z.object({
  saves: z.int(),
  bytes: z.coerce.number(),
  secondsLeft: z.coerce.number(),
});

/**
 * Counts a save in the current minute. Locks the person's counter until the transaction ends; refused saves are not
 * counted.
 */
export async function countSave(db: Database, personId: string, bytes: number) {
  const pace = await first(
    db,
    Pace,
    sql`
      insert into program_paces as pace (person_id, minute_began_at, saves, bytes)
      values (${personId}, now(), 1, ${bytes}::bigint)
      on conflict (person_id) do update
        set
          minute_began_at = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.minute_began_at else excluded.minute_began_at end,
          saves = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.saves + 1 else 1 end,
          bytes = case when pace.minute_began_at > now() - interval '1 minute'
            then pace.bytes + excluded.bytes else excluded.bytes end
      returning saves, bytes,
        ceil(extract(epoch from minute_began_at + interval '1 minute' - now())) as seconds_left
    `,
  );
  if (!pace) throw new Error('A save was not counted.');
  return pace;
}

/** The total size of a person's drafts, except one. */
export async function countOtherDrafts(db: Database, key: DraftKey) {
  const other = await first(
    db,
    z.object({ bytes: z.coerce.number(), isKnown: z.boolean() }),
    sql`
      select
        coalesce(sum(octet_length(text)) filter (
          where assignment <> ${key.assignment} or part <> ${key.part}
        ), 0) as bytes,
        coalesce(bool_or(assignment = ${key.assignment}), false) as is_known
      from program_drafts
      where person_id = ${key.personId}
    `,
  );
  if (!other) throw new Error('The drafts of a person were not counted.');
  return other;
}

interface Kept {
  personId: string;
  /** The newest version, which always stays. */
  newestId: string;
  /** Per program and language. */
  maxVersions: number;
  /** Of all versions of the person. */
  maxBytes: number;
}

/** Deletes versions beyond the limits: the oldest of each program, unnamed ones first. */
export function deleteOldVersions(db: Database, kept: Kept) {
  return run(
    db,
    sql`
      delete from program_versions
      where id in (
        select id
        from (
          select id,
            row_number() over (partition by assignment, language_id order by
              id = ${kept.newestId} desc, name ~ '^Version [0-9]+$', saved_at desc, id) as place,
            sum(octet_length(text)) over (order by
              id = ${kept.newestId} desc, name ~ '^Version [0-9]+$', saved_at desc, id) as bytes
          from program_versions
          where person_id = ${kept.personId}
        ) as placed
        where place > ${kept.maxVersions} or bytes > ${kept.maxBytes}
      )
    `,
  );
}
