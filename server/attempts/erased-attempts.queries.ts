import { z } from 'zod';
import { type Erased, isNotHeld, someOf } from '../platform/erasure.ts';
import { type Database, first, run, sql } from '../platform/postgres/database.ts';
import type { PaperLayout } from '../quizzes/quizzes.reads.ts';
import type { AttemptKey } from './store/attempts.queries.ts';

/**
 * Selects timelines and feedback of attempts whose quiz ended long enough ago, up to a number of lines. Answers,
 * scores and receipts stay, because statistics depend on them.
 */
export function eraseTimelines(db: Database, max: number): Promise<number> {
  return run(
    db,
    sql`
      with due as (
        select quiz_id, person_id, save_lines + page_lines + 10 as lines
        from quizzes
        join attempts on quiz_id = unique_id and erased_at is null and submitted_at is not null
        where end_of_work(class_id, greatest(ends_at, submitted_at, (
            select max(at) from attempt_steps step
            where step.quiz_id = attempts.quiz_id and step.person_id = attempts.person_id
          ))) < goes_before('work')
          and ${isNotHeld(sql`attempts.person_id`)}
        limit ${max}
      ), chosen as (
        select quiz_id, person_id
        from (
          select *, sum(lines) over (order by quiz_id, person_id) - lines as lines_before from due
        ) counted
        where lines_before < ${max}
      )
      update attempts
      set erased_at = now(), feedback = null, tab = null
      from chosen
      where attempts.quiz_id = chosen.quiz_id and attempts.person_id = chosen.person_id
    `,
  );
}

/** How programs were typed in the attempts whose timelines were erased in this transaction. */
export function deleteErasedWriting(db: Database): Promise<number> {
  return run(
    db,
    sql`
      delete from writing
      using attempts
      where attempts.quiz_id = writing.quiz_id and attempts.person_id = writing.person_id
        and attempts.erased_at = now()
    `,
  );
}

/** The lines of the timelines erased in this transaction. */
export function deleteErasedSteps(db: Database): Promise<number> {
  return run(
    db,
    sql`
      delete from attempt_steps
      using attempts
      where attempts.quiz_id = attempt_steps.quiz_id
        and attempts.person_id = attempt_steps.person_id and attempts.erased_at = now()
    `,
  );
}

/** An attempt that does not have the placeholder yet; null if all have it. */
export function findAttemptToMove(db: Database, personId: string) {
  return first(
    db,
    z.object({ quizId: z.uuid(), hasPaper: z.boolean(), isBeingJudged: z.boolean() }),
    sql`
      select quiz_id, paper is not null as has_paper,
        submitted_at is not null and score is null as is_being_judged
      from attempts
      where person_id = ${personId}
      order by quiz_id
      limit 1
    `,
  );
}

/** Moves an attempt and its lines to the placeholder; returns the number of rows. */
export async function moveAttempt(
  db: Database,
  { quizId, personId }: AttemptKey,
  { placeholder, paper }: { placeholder: string; paper: PaperLayout | null },
): Promise<number> {
  const changed = JSON.stringify({ person_id: placeholder, ...(paper && { paper }) });
  await run(
    db,
    sql`
      insert into attempts
      select moved.*
      from attempts
      cross join lateral jsonb_populate_record(attempts, ${changed}::jsonb) moved
      where attempts.quiz_id = ${quizId} and attempts.person_id = ${personId}
    `,
  );
  await run(
    db,
    sql`
      update writing set person_id = ${placeholder}
      where quiz_id = ${quizId} and person_id = ${personId}
    `,
  );
  await run(
    db,
    sql`
      update judgements set person_id = ${placeholder}
      where quiz_id = ${quizId} and person_id = ${personId}
    `,
  );
  const lines = await run(
    db,
    sql`
      update attempt_steps
      set person_id = ${placeholder}, address = null, browser = null,
        by = case by when person_id then ${placeholder} else by end
      where quiz_id = ${quizId} and person_id = ${personId}
    `,
  );
  await run(db, sql`delete from attempts where quiz_id = ${quizId} and person_id = ${personId}`);
  return lines + 1;
}

/** Extensions that the person received. */
export const eraseReceived = (
  db: Database,
  { personId, placeholder }: Erased,
  max: number,
): Promise<number> => {
  const target = `person ${personId.toLowerCase()}`;
  return run(
    db,
    sql`
      update extensions set target = ${`person ${placeholder}`}
      where ${someOf(sql`from extensions where target = ${target}`, max)}
    `,
  );
};
