import { z } from 'zod';
import { PAGE_OF_ROWS } from '../../platform/lists/pages-of-rows.ts';
import { timestampMicros, afterCursor } from '../../platform/lists/cursor.ts';
import { type Database, all, sql } from '../../platform/postgres/database.ts';

const OwnRun = z.object({
  id: z.uuid(),
  timestampMicros: z.string(),
  assignment: z.string(),
  languageId: z.int(),
  sourceCode: z.instanceof(Buffer),
  /** The beginning of what the run read and printed; null if it has several inputs. */
  stdin: z.instanceof(Buffer).nullable(),
  stdout: z.instanceof(Buffer).nullable(),
  statusId: z.int(),
  verdict: z.string().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  /** Processor time. */
  timeSeconds: z.number().nullable(),
  memoryKb: z.int().nullable(),
});
type OwnRun = z.infer<typeof OwnRun>;

/** Length to which input and output are truncated. */
const TEXT_BYTES = 16_384;

/** One page of an owner's runs that were started after a given one. */
export function listAllRuns(db: Database, owner: string, after: OwnRun | null) {
  return all(
    db,
    OwnRun,
    sql`
      select sized.token as id, ${timestampMicros(sql`created_at`)} as timestamp_micros, assignment, language_id,
        source_code, substring(stdin for ${TEXT_BYTES}) as stdin,
        substring(stdout for ${TEXT_BYTES}) as stdout, status_id, verdict, started_at, finished_at, "time" as time_seconds,
        memory as memory_kb
      from (
        select *, sum(length) over (order by created_at, token) - length as bytes_before
        from (
          select *, octet_length(source_code) + least(coalesce(octet_length(stdin), 0), ${TEXT_BYTES})
            + least(coalesce(octet_length(stdout), 0), ${TEXT_BYTES}) as length
          from runs
          where owner = ${owner} and ${afterCursor(sql`created_at`, sql`token`, after)}
          order by created_at, token
          limit ${PAGE_OF_ROWS.rows}
        ) page
      ) sized
      where bytes_before < ${PAGE_OF_ROWS.bytes}
      order by created_at, token
    `,
  );
}
