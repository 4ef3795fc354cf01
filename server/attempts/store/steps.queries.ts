import { z } from 'zod';
import { type Database, all, run, sql } from '../../platform/postgres/database.ts';
import type { AttemptKey, Origin } from './attempts.queries.ts';

export interface NewStep extends AttemptKey, Origin {
  at: Date;
  step: string;
  /** A roll number, or `server`. */
  by: string;
  details: Record<string, unknown>;
}

/** Appends to timelines. The database refuses changes and deletions. */
export function insertSteps(db: Database, steps: readonly NewStep[]) {
  return run(
    db,
    sql`
      insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
      select "quizId", "personId", at, step, by, address, browser, details
      from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as line ("quizId" uuid,
        "personId" text, at timestamptz, step text, by text, address text, browser text,
        details jsonb)
    `,
  );
}

/** How often each question of an attempt was marked by hand. */
export async function countHandMarks(
  db: Database,
  { quizId, personId }: AttemptKey,
): Promise<Map<number, number>> {
  const counted = await all(
    db,
    z.object({ question: z.int(), count: z.int() }),
    sql`
      select (details ->> 'question')::integer as question, count(*)::integer as count
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId} and step = 'hand-mark'
      group by 1
    `,
  );
  return new Map(counted.map(({ question, count }) => [question, count]));
}

/** Per attempt; saving every three seconds for eight hours stays below it. */
export const MAX_SAVE_LINES = 10_000;
/** Lines that pages cause themselves, per attempt. */
const MAX_PAGE_LINES = 500;

/**
 * Appends lines caused by the student's page up to a limit; one last line says that later ones are dropped. Returns
 * the number of lines added.
 */
export async function insertPageSteps(
  db: Database,
  { quizId, personId }: AttemptKey,
  steps: readonly NewStep[],
  now: Date,
): Promise<number> {
  const kept = await run(
    db,
    sql`
      with before as (
        select page_lines
        from attempts
        where quiz_id = ${quizId} and person_id = ${personId}
        for no key update
      ), counted as (
        update attempts
        set page_lines = least(before.page_lines + ${steps.length}::int, ${MAX_PAGE_LINES + 1}::int),
          changed_at = greatest(changed_at, ${now})
        from before
        where quiz_id = ${quizId} and person_id = ${personId}
      ), lines as (
        select *
        from jsonb_to_recordset(${JSON.stringify(numbered(steps))}::jsonb) as line ("place" int,
          at timestamptz, step text, by text, address text, browser text, details jsonb)
      ), told as (
        insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser)
        select ${quizId}, ${personId}, at, 'left-out', by, address, browser
        from lines, before
        where page_lines + place = ${MAX_PAGE_LINES + 1}
      )
      insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
      select ${quizId}, ${personId}, at, step, by, address, browser, details
      from lines, before
      where page_lines + place <= ${MAX_PAGE_LINES}
      order by place
    `,
  );
  return kept;
}

const numbered = (steps: readonly NewStep[]) =>
  steps.map((step, index) => ({ ...step, place: index + 1 }));

export function listSteps(db: Database, { quizId, personId }: AttemptKey) {
  return all(
    db,
    z.object({
      at: z.date(),
      step: z.string(),
      by: z.string(),
      address: z.string().nullable(),
      browser: z.string().nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
    sql`
      select at, step, by, address, browser, details
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId}
      order by at, id
    `,
  );
}
