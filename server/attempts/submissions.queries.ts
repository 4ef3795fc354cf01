import { z } from 'zod';
import { type Database, all, first, prepared, run, sql } from '../platform/database.ts';
import { Attempt, type AttemptKey, type Origin, type SubmittedBy } from './attempts.queries.ts';
import { type Marks, canonicalMarks } from './marks.ts';

/** How an attempt ended, as the rules found it. */
export interface Submission extends AttemptKey {
  marks: Marks;
  score: number;
  sha256: string;
  submittedAt: Date;
  submittedBy: SubmittedBy;
}

interface ArrivedSubmission extends Submission, Origin {
  tab: string | null;
  arrivedAt: Date;
  graceMs: number;
}

/** Submits an attempt that goes on, with its line, as one statement; false when that is not so. */
export async function updateSubmittedInTime(
  db: Database,
  arrived: ArrivedSubmission,
): Promise<boolean> {
  const { marks, tab } = arrived;
  const submitted = await first(
    db,
    z.object({ personId: z.string() }),
    prepared(
      'update-submitted-in-time',
      sql`
        with submitted as (
          update attempts
          set marks = ${canonicalMarks(marks)}, answered = ${Object.keys(marks).length},
            score = ${arrived.score}, receipt_sha256 = ${arrived.sha256},
            submitted_at = ${arrived.submittedAt}, submitted_by = ${arrived.submittedBy},
            last_seen_at = ${arrived.arrivedAt}, changed_at = ${arrived.arrivedAt}
          where quiz_id = ${arrived.quizId} and person_id = ${arrived.personId}
            and submitted_at is null
            and deadline_at + make_interval(secs => ${arrived.graceMs / 1000}) >= ${arrived.arrivedAt}
            and (${tab}::text is null or tab is null or tab = ${tab})
          returning quiz_id, person_id, answered, receipt_sha256
        ), line as (
          insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
          select quiz_id, person_id, ${arrived.arrivedAt}, 'submit', person_id, ${arrived.address},
            ${arrived.browser}, jsonb_build_object('answered', answered, 'sha256', receipt_sha256)
          from submitted
        )
        select person_id as "personId" from submitted
      `,
    ),
  );
  return submitted !== null;
}

/** Submits attempts that this transaction has locked. */
export function updateSubmitted(db: Database, submissions: readonly Submission[], now: Date) {
  const rows = submissions.map(({ marks, submittedAt, ...submission }) => ({
    ...submission,
    marks: canonicalMarks(marks),
    answered: Object.keys(marks).length,
    submittedAt: submittedAt.toISOString(),
  }));
  return run(
    db,
    sql`
      update attempts
      set marks = submitted.marks, answered = submitted.answered, score = submitted.score,
        receipt_sha256 = submitted.sha256, submitted_at = submitted."submittedAt",
        submitted_by = submitted."submittedBy", changed_at = ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as submitted ("quizId" uuid,
        "personId" text, marks text, answered integer, score double precision, sha256 text,
        "submittedAt" timestamptz, "submittedBy" text)
      where attempts.quiz_id = submitted."quizId" and attempts.person_id = submitted."personId"
    `,
  );
}

/** Attempts whose D + G has passed, locked; those that another server has in hand are left to it. */
export function lockDueAttempts(
  db: Database,
  { now, graceMs, most }: { now: Date; graceMs: number; most: number },
) {
  return all(
    db,
    Attempt,
    sql`
      select quiz_id as "quizId", person_id as "personId", started_at as "startedAt",
        deadline_at as "deadlineAt", marks, sequence, saved_at as "savedAt", tab,
        submitted_at as "submittedAt", submitted_by as "submittedBy", score,
        receipt_sha256 as "receiptSha256", feedback
      from attempts
      where submitted_at is null
        and deadline_at < ${now}::timestamptz - make_interval(secs => ${graceMs / 1000})
      order by deadline_at
      limit ${most}
      for update skip locked
    `,
  );
}
