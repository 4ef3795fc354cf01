import { z } from 'zod';
import { type Database, all, run, sql } from '../platform/database.ts';
import type { AttemptKey, Origin } from './attempts.queries.ts';

export interface NewStep extends AttemptKey, Origin {
  at: Date;
  step: string;
  /** A roll number, or `server`. */
  by: string;
  details: Record<string, unknown>;
}

/** Adds lines to timelines; no statement changes or deletes one, and the database refuses it. */
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
