import { z } from 'zod';
import { type Database, all, prepared, sql } from '../../platform/postgres/database.ts';
import type { PaperQuestion } from '../../quizzes/quizzes.reads.ts';
import { type AttemptKey, type Origin, StoredAnswers } from '../store/attempts.queries.ts';
import { type Answers, canonicalAnswers } from '../rules/answers.ts';
import { MAX_SAVE_LINES } from '../store/steps.queries.ts';

/** Answers as received, with their origin. */
export interface ArrivedSave extends AttemptKey, Origin {
  sequence: number;
  answers: Answers;
  /** The number of answered questions. */
  answered: number;
  /** The questions of the paper that are programs. */
  programs: readonly PaperQuestion[];
  tab: string | null;
  arrivedAtMs: number;
}

const SavedDeadline = z.object({
  quizId: z.uuid(),
  personId: z.string(),
  deadlineAt: z.date(),
  /** The answers before, of attempts with programs. */
  before: StoredAnswers.nullable(),
});

/**
 * Saves newer answers of attempts in progress, with their timeline lines, in one statement. Each attempt may occur
 * once. Returns the saved ones; saves that are not simply newer, and locked attempts, are decided individually.
 */
export function updateAnswers(
  db: Database,
  saves: readonly ArrivedSave[],
  { savedAt, graceMs }: { savedAt: Date; graceMs: number },
) {
  const rows = saves.map(({ answers, arrivedAtMs, programs, ...save }) => ({
    ...save,
    answers: canonicalAnswers(answers),
    arrivedAt: new Date(arrivedAtMs),
    hasPrograms: programs.length > 0,
  }));
  return all(
    db,
    SavedDeadline,
    prepared(
      'update-answers',
      sql`
        with arrived as (
          select "quizId" as quiz_id, "personId" as person_id, answers, answered, sequence, tab,
            "arrivedAt" as arrived_at, address, browser, "hasPrograms" as has_programs
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as arrived ("quizId" uuid,
            "personId" text, answers text, answered integer, sequence bigint, tab text,
            "arrivedAt" timestamptz, address text, browser text, "hasPrograms" boolean)
        ), free as (
          select attempts.quiz_id, attempts.person_id,
            case when has_programs then attempts.answers end as before
          from attempts
          join arrived on arrived.quiz_id = attempts.quiz_id
            and arrived.person_id = attempts.person_id
          where attempts.submitted_at is null
          for no key update of attempts skip locked
        ), saved as (
          update attempts
          set answers = arrived.answers, answered = arrived.answered, sequence = arrived.sequence,
            saved_at = ${savedAt}, last_seen_at = ${savedAt}, changed_at = ${savedAt},
            tab = coalesce(arrived.tab, attempts.tab), save_lines = attempts.save_lines + 1
          from arrived
          join free on free.quiz_id = arrived.quiz_id and free.person_id = arrived.person_id
          where attempts.quiz_id = arrived.quiz_id and attempts.person_id = arrived.person_id
            and attempts.submitted_at is null and attempts.sequence < arrived.sequence
            and attempts.deadline_at + make_interval(secs => ${graceMs / 1000})
              >= arrived.arrived_at
            and (arrived.tab is null or attempts.tab is null or attempts.tab = arrived.tab)
          returning attempts.quiz_id, attempts.person_id, attempts.deadline_at, attempts.save_lines
        ), lines as (
          insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
          select quiz_id, person_id, arrived_at,
            case when save_lines > ${MAX_SAVE_LINES} then 'left-out' else 'save' end, person_id,
            address, browser, jsonb_build_object('sequence', sequence, 'answered', answered)
          from arrived
          join saved using (quiz_id, person_id)
          where save_lines <= ${MAX_SAVE_LINES + 1}
        )
        select quiz_id, person_id, deadline_at, before
        from saved
        join free using (quiz_id, person_id)
      `,
    ),
  );
}
