import { z } from 'zod';
import { PAGE_OF_ROWS } from '../platform/lists/pages-of-rows.ts';
import { timestampMicros, afterCursor } from '../platform/lists/cursor.ts';
import { type Database, all, sql } from '../platform/postgres/database.ts';

const OwnDraft = z.object({
  assignment: z.string(),
  part: z.string(),
  revision: z.int(),
  text: z.string(),
  savedAt: z.date(),
});
type OwnDraft = z.infer<typeof OwnDraft>;

/** A page of a person's drafts after one. */
export function listAllDrafts(db: Database, personId: string, after: OwnDraft | null) {
  return all(
    db,
    OwnDraft,
    sql`
      select assignment, part, revision, text, saved_at
      from (
        select *, sum(octet_length(text)) over (order by assignment, part) - octet_length(text)
          as bytes_before
        from program_drafts
        where person_id = ${personId} and (${after?.part ?? null}::text is null
          or (assignment, part) > (${after?.assignment ?? null}, ${after?.part ?? null}))
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by assignment, part
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const OwnVersion = z.object({
  id: z.uuid(),
  timestampMicros: z.string(),
  assignment: z.string(),
  languageId: z.int(),
  name: z.string(),
  text: z.string(),
});
type OwnVersion = z.infer<typeof OwnVersion>;

/** A page of a person's versions after one. */
export function listAllVersions(db: Database, personId: string, after: OwnVersion | null) {
  return all(
    db,
    OwnVersion,
    sql`
      select id, ${timestampMicros(sql`saved_at`)} as timestamp_micros, assignment, language_id, name, text
      from (
        select *, sum(octet_length(text)) over (order by saved_at, id) - octet_length(text)
          as bytes_before
        from program_versions
        where person_id = ${personId} and ${afterCursor(sql`saved_at`, sql`id`, after)}
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by saved_at, id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}
