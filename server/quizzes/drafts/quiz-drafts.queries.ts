import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';
import { workInScope } from '../../classes/classes.reads.ts';
import { classIdOf } from '../../platform/access/audience-columns.ts';
import { type Database, first, run, sql } from '../../platform/postgres/database.ts';
import type { AccessScope } from '../../platform/access/access-scope.ts';

const Draft = z.object({
  uniqueId: z.uuid(),
  content: DraftContent,
  revision: z.int(),
  createdBy: z.string(),
  createdAt: z.date(),
  savedAt: z.date(),
});
export type Draft = z.infer<typeof Draft>;

const draftColumns = sql`unique_id, content, revision, created_by, created_at, saved_at`;

export function findDraft(db: Database, uniqueId: string) {
  return first(
    db,
    Draft,
    sql`
      select ${draftColumns}
      from quiz_drafts
      where unique_id = ${uniqueId}
    `,
  );
}

const classOf = ({ settings }: DraftContent): string | null => classIdOf(settings.audience);

interface Saved {
  uniqueId: string;
  content: DraftContent;
  createdBy: string;
}

/** Changes no row if one exists. */
export function insertDraft(db: Database, { uniqueId, content, createdBy }: Saved) {
  return first(
    db,
    Draft.pick({ revision: true, savedAt: true }),
    sql`
      insert into quiz_drafts (unique_id, content, revision, created_by, class_id)
      values (${uniqueId}, ${JSON.stringify(content)}, 1, ${createdBy}, ${classOf(content)})
      on conflict do nothing
      returning revision, saved_at
    `,
  );
}

/** Changes no row if someone else saved since `revision`. */
export function updateDraft(
  db: Database,
  { uniqueId, content, revision }: Pick<Draft, 'uniqueId' | 'content' | 'revision'>,
) {
  return first(
    db,
    Draft.pick({ revision: true, savedAt: true }),
    sql`
      update quiz_drafts
      set content = ${JSON.stringify(content)}, revision = revision + 1,
        saved_at = clock_timestamp(), class_id = ${classOf(content)}
      where unique_id = ${uniqueId} and revision = ${revision}
      returning revision, saved_at
    `,
  );
}

/** Reports whether a draft is outside of this scope. */
export async function isDraftOfOthers(db: Database, scope: AccessScope, uniqueId: string) {
  const found = await run(
    db,
    sql`
      select 1
      from quiz_drafts
      where unique_id = ${uniqueId} and not coalesce(
        ${workInScope(scope, sql`class_id`)} or (class_id is null and created_by = ${scope.callerId}), false)
    `,
  );
  return found > 0;
}

export function deleteDraft(db: Database, uniqueId: string) {
  return run(db, sql`delete from quiz_drafts where unique_id = ${uniqueId}`);
}
