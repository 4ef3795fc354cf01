import { z } from 'zod';
import { type Database, all, first, prepared, run, sql } from '../../platform/postgres/database.ts';
import type { Extension } from '../rules/extensions.ts';

interface Grant {
  quizId: string;
  reason: string;
  grantedBy: string;
  grantedAt: Date;
}

export function insertExtensions(db: Database, grant: Grant, extensions: readonly Extension[]) {
  const rows = extensions.map(({ reopenedUntilMs, ...extension }) => ({
    ...extension,
    reopenedUntil: reopenedUntilMs === null ? null : new Date(reopenedUntilMs).toISOString(),
  }));
  return run(
    db,
    sql`
      insert into extensions (quiz_id, target, minutes, factor, reopened_until, reason, granted_by,
        granted_at)
      select ${grant.quizId}, target, minutes, factor, "reopenedUntil", ${grant.reason},
        ${grant.grantedBy}, ${grant.grantedAt}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as extension (target text,
        minutes double precision, factor double precision, "reopenedUntil" timestamptz)
    `,
  );
}

const StoredExtension = z
  .object({
    quizId: z.uuid(),
    target: z.string(),
    minutes: z.number().nullable(),
    factor: z.number().nullable(),
    reopenedUntil: z.date().nullable(),
  })
  .transform(({ reopenedUntil, ...extension }) => ({
    ...extension,
    reopenedUntilMs: reopenedUntil?.getTime() ?? null,
  }));

/** In the order of granting. */
export function listExtensions(db: Database, quizIds: readonly string[]) {
  return all(
    db,
    StoredExtension,
    prepared(
      'list-extensions',
      sql`
      select quiz_id, target, minutes, factor, reopened_until
      from extensions
      where quiz_id = any(${quizIds}::uuid[])
      order by id
    `,
    ),
  );
}

export async function insertAnnouncement(
  db: Database,
  announcement: {
    quizId: string;
    text: string;
    by: string;
    at: Date;
    /** Null for everyone who sits the quiz. */
    forSections: readonly string[] | null;
  },
): Promise<number> {
  const added = await first(
    db,
    z.object({ id: z.coerce.number() }),
    sql`
      insert into announcements (quiz_id, text, announced_by, announced_at, for_sections)
      values (${announcement.quizId}, ${announcement.text}, ${announcement.by}, ${announcement.at},
        ${announcement.forSections})
      returning id
    `,
  );
  if (!added) throw new Error('The announcement was not kept.');
  return added.id;
}
