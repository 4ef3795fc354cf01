import { z } from 'zod';
import { type Database, all, first, sql } from '../../platform/postgres/database.ts';
import { SubmittedBy } from '../store/attempts.queries.ts';
import { isBeingJudged, lastScoredAt } from '../store/judgements.queries.ts';
import { fullScore, isCorrectedSince, lastCorrectionAfter } from '../../quizzes/quizzes.reads.ts';

/** A submitted attempt with the settings and times of its release. */
const Openable = z.object({
  quizId: z.uuid(),
  submittedAt: z.date(),
  startsAt: z.date(),
  endsAt: z.date(),
  timeLimitSeconds: z.int(),
  scoreOpens: z.enum(['at_once', 'at_end', 'never']),
  answersOpen: z.enum(['at_end', 'never']),
  /** A submitted attempt of the quiz waits for its score. */
  isBeingJudged: z.boolean(),
});
export type Openable = z.infer<typeof Openable>;

/** A student's submitted attempts with their release settings. */
export function listSubmittedOf(db: Database, personId: string, since: Date) {
  return all(
    db,
    Openable.extend({
      title: z.string(),
      submittedBy: SubmittedBy,
      /** The last key correction after the submission that changed the score. */
      correctedAt: z.date().nullable(),
      /** When the last program of the test was judged; null without programs. */
      judgedAt: z.date().nullable(),
    }),
    sql`
      select attempts.quiz_id, coalesce(nullif(topic, ''), subject_id) as title, submitted_at,
        submitted_by, starts_at, ends_at, time_limit_seconds, score_opens, answers_open, corrected_at,
        judged_at,
        ${isBeingJudged(sql`attempts.quiz_id`)} as is_being_judged
      from attempts
      -- Quiz by quiz, whatever the planner thinks of how many there are.
      cross join lateral (
        select * from quizzes where unique_id = attempts.quiz_id offset 0
      ) quiz
      cross join lateral (
        select ${lastCorrectionAfter(sql`attempts.quiz_id`, sql`submitted_at`)} as corrected_at
      ) correction
      cross join lateral (
        select case when judged_kinds <> '{}' then ${lastScoredAt(sql`attempts.quiz_id`)} end as judged_at
      ) judged
      where person_id = ${personId} and submitted_at is not null
        and greatest(submitted_at, ends_at, corrected_at, judged_at) > ${since}
    `,
  );
}

/** A student's last submitted attempts with their release settings. */
export function listLastSubmitted(db: Database, personId: string, max: number) {
  return all(
    db,
    Openable.extend({
      topic: z.string(),
      score: z.number().nullable(),
      totalScore: z.number(),
      isMarkedAgain: z.boolean(),
    }),
    sql`
      select quiz_id, topic, submitted_at, score,
        ${fullScore} as total_score, starts_at, ends_at,
        time_limit_seconds, score_opens, answers_open,
        ${isBeingJudged(sql`last.quiz_id`)} as is_being_judged,
        ${isCorrectedSince(sql`last.quiz_id`, sql`submitted_at`)} as is_marked_again
      from (
        select quiz_id, submitted_at, score
        from attempts
        where person_id = ${personId} and submitted_at is not null
        order by submitted_at desc
        limit ${max}
      ) last
      join quizzes on unique_id = quiz_id
      order by submitted_at desc
    `,
  );
}

/** Those of the quizzes with an attempt in progress. */
export function listLatestOpenDeadlines(db: Database, quizIds: readonly string[]) {
  return all(
    db,
    z.object({ quizId: z.uuid(), deadlineAt: z.date() }),
    sql`
      select quiz_id, max(deadline_at) as deadline_at
      from attempts
      where submitted_at is null and quiz_id = any(${quizIds}::uuid[])
      group by quiz_id
    `,
  );
}

/** The latest deadline of an attempt in progress, null if there is none; and whether one waits for its score. */
export async function findStateOfAttempts(db: Database, quizId: string) {
  const found = await first(
    db,
    z.object({ latestOpen: z.date().nullable(), isBeingJudged: z.boolean() }),
    sql`
      select (
        select max(deadline_at) from attempts where quiz_id = ${quizId} and submitted_at is null
      ) as latest_open, ${isBeingJudged(sql`${quizId}`)} as is_being_judged
    `,
  );
  if (!found) throw new Error('The attempts of a quiz were not read.');
  return found;
}
