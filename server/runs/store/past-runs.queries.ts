import { z } from 'zod';
import { type Database, all, sql } from '../../platform/postgres/database.ts';

const PastRunRow = z.object({
  token: z.uuid(),
  createdAt: z.date(),
  languageId: z.int(),
  statusId: z.int(),
  verdict: z.string().nullable(),
  timeSeconds: z.number().nullable(),
  inputCount: z.int(),
});

/** Newest first, without the texts, which can be megabytes long. */
export function listPastRuns(
  db: Database,
  wanted: { owner: string; before: string | null; assignment: string | null; max: number },
) {
  const { owner, before, assignment, max } = wanted;
  return all(
    db,
    PastRunRow,
    sql`
      select token, created_at, language_id, status_id, verdict, "time" as time_seconds,
        coalesce(jsonb_array_length(inputs), 1) as input_count
      from runs
      where owner = ${owner}
        and (${assignment}::text is null or assignment = ${assignment})
        and (${before}::uuid is null or (created_at, token) < (
          select created_at, token from runs where token = ${before} and owner = ${owner}
        ))
      order by created_at desc, token desc
      limit ${max}
    `,
  );
}
