import { DraftPart } from '@vlabs/contract/programs/programs';
import { z } from 'zod';
import { type Database, all, first, sql } from '../platform/postgres/database.ts';

const DraftRow = z.object({
  part: DraftPart,
  revision: z.int(),
  text: z.string(),
  savedAt: z.date(),
  device: z.string(),
});
type DraftRow = z.infer<typeof DraftRow>;

export interface DraftKey {
  personId: string;
  assignment: string;
  part: DraftRow['part'];
}

export function listDrafts(db: Database, personId: string, assignment: string) {
  return all(
    db,
    DraftRow,
    sql`
      select part, revision, text, saved_at, device
      from program_drafts
      where person_id = ${personId} and assignment = ${assignment}
      order by part
    `,
  );
}

interface NewDraft extends DraftKey {
  text: string;
  baseRevision: number;
  device: string;
}

/**
 * Null if another device saved since the text's base revision. A device may not know its own last revision, so it
 * never conflicts with itself, and a text that is already saved is accepted.
 */
export function upsertDraft(db: Database, draft: NewDraft) {
  return first(
    db,
    DraftRow.pick({ revision: true, savedAt: true }),
    sql`
      insert into program_drafts as kept (person_id, assignment, part, text, device)
      values (
        ${draft.personId}, ${draft.assignment}, ${draft.part}, ${draft.text}, ${draft.device}
      )
      on conflict (person_id, assignment, part) do update
      set
        revision = kept.revision + (kept.text <> excluded.text)::int,
        text = excluded.text,
        device = excluded.device,
        saved_at = now()
      where kept.revision = ${draft.baseRevision}
        or kept.device = excluded.device
        or kept.text = excluded.text
      returning revision, saved_at
    `,
  );
}
