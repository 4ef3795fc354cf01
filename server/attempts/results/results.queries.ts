import { z } from 'zod';
import { type Database, all, first, sql, run } from '../../platform/postgres/database.ts';
import { SubmittedBy, StoredAnswers, type AttemptKey } from '../store/attempts.queries.ts';
import {
  isBeingJudged,
  lastScoredAt,
  StoredJudgements,
  judgementsOf,
} from '../store/judgements.queries.ts';
import {
  fullScore,
  isCorrectedSince,
  lastCorrectionAfter,
  PaperLayout,
} from '../../quizzes/quizzes.reads.ts';
import { KeptShares } from '../rules/earnings.ts';
import { PAGE_OF_ROWS } from '../../platform/lists/pages-of-rows.ts';

const OwnAttempt = z.object({
  quizId: z.uuid(),
  title: z.string(),
  startedAt: z.date(),
  deadlineAt: z.date(),
  submittedAt: z.date().nullable(),
  answers: StoredAnswers,
});
type OwnAttempt = z.infer<typeof OwnAttempt>;

/** A page of a student's attempts after one; results are read separately. */
export function listOwnAttempts(db: Database, personId: string, after: OwnAttempt | null) {
  return all(
    db,
    OwnAttempt,
    sql`
      select quiz_id, coalesce(nullif(topic, ''), subject_id) as title, started_at, deadline_at,
        submitted_at, answers
      from attempts
      join quizzes on unique_id = quiz_id
      where person_id = ${personId}
        and (${after?.quizId ?? null}::uuid is null or quiz_id > ${after?.quizId ?? null}::uuid)
      order by quiz_id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const OwnStep = z.object({
  /** Stored as text because it may exceed JavaScript's integers. */
  id: z.string(),
  at: z.date(),
  step: z.string(),
  /** Other people are not named. */
  by: z.enum(['you', 'the server', 'staff']),
  address: z.string().nullable(),
  browser: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
type OwnStep = z.infer<typeof OwnStep>;

/**
 * A page of an attempt's timeline after one line. Details of other people's actions may contain an unreleased score,
 * and their addresses are private.
 */
export function listOwnSteps(
  db: Database,
  { quizId, personId }: AttemptKey,
  after: OwnStep | null,
) {
  return all(
    db,
    OwnStep,
    sql`
      select id, at, step,
        case by when person_id then 'you' when 'server' then 'the server' else 'staff' end as by,
        case when by = person_id then address end as address,
        case when by = person_id then browser end as browser,
        case when by = person_id then details end as details
      from attempt_steps
      where quiz_id = ${quizId} and person_id = ${personId} and id > ${after?.id ?? 0}::bigint
      order by id
      limit ${PAGE_OF_ROWS.rows}
    `,
  );
}

const Scored = z.object({
  personId: z.string(),
  name: z.string(),
  answers: StoredAnswers,
  judgements: StoredJudgements,
  keptShares: KeptShares,
  paper: PaperLayout.nullable(),
  /** Null for an attempt in progress. */
  submittedAt: z.date().nullable(),
  receiptSha256: z.string().nullable(),
  /** Null for an attempt in progress, and while its programs are judged. */
  score: z.number().nullable(),
});
export type ScoredAttempt = z.infer<typeof Scored>;

const judgements = sql`
  ${judgementsOf(sql`attempts.quiz_id`, sql`attempts.person_id`)} as judgements
`;

/** Read at once; programs are long. */
const PAGE = 10;

/** Every attempt of a quiz, or those of some people, in pages, so that reading a large test leaves room for other calls. */
export async function* readScoredAttempts(
  db: Database,
  quizId: string,
  people: readonly string[] | null = null,
): AsyncGenerator<ScoredAttempt> {
  let after = '';
  for (;;) {
    const page = await listScoredAttempts(db, quizId, { after, people });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.personId;
  }
}

function listScoredAttempts(
  db: Database,
  quizId: string,
  { after, people }: { after: string; people: readonly string[] | null },
) {
  return all(
    db,
    Scored,
    sql`
      select person_id, people.name, answers, ${judgements}, kept_shares, paper, score,
        submitted_at, receipt_sha256
      from attempts
      join people on people.id = person_id
      where quiz_id = ${quizId} and person_id > ${after}
        and ${people === null ? sql`true` : sql`person_id = any(${people}::text[])`}
      order by person_id
      limit ${PAGE}
    `,
  );
}

/**
 * Locks every attempt of a quiz, including those in progress, until the transaction ends. A later statement reads
 * them: one that waits for locks would read everything else as it was before.
 */
export function lockAttemptsOf(db: Database, quizId: string) {
  return run(
    db,
    sql`
      select from attempts
      where quiz_id = ${quizId}
      order by person_id
      for no key update
    `,
  );
}

/** Sets the key version of every attempt of a quiz, and what decides the scores of some. */
export async function updateScores(
  db: Database,
  { quizId, keyVersion, now }: { quizId: string; keyVersion: number; now: Date },
  scores: readonly { personId: string; score: number; keptShares: KeptShares }[],
): Promise<void> {
  await run(
    db,
    sql`
      update attempts
      set key_version = ${keyVersion}
      where quiz_id = ${quizId}
    `,
  );
  await run(
    db,
    sql`
      update attempts
      set score = marked.score, kept_shares = marked."keptShares", changed_at = ${now},
        scored_at = coalesce(scored_at, ${now})
      from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb)
        as marked ("personId" text, score double precision, "keptShares" jsonb)
      where attempts.quiz_id = ${quizId} and attempts.person_id = marked."personId"
    `,
  );
}

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

/** Submitted attempts of a quiz whose timelines are not erased, latest first: all, or those of some people. */
export function listToCompare(db: Database, quizId: string, people: readonly string[] | null) {
  return all(
    db,
    z.object({
      personId: z.string(),
      name: z.string(),
      answers: StoredAnswers,
      paper: PaperLayout.nullable(),
      submittedAt: z.date(),
      receiptSha256: z.string(),
    }),
    sql`
      select person_id, people.name, answers, paper, submitted_at, receipt_sha256
      from attempts
      join people on people.id = person_id
      where quiz_id = ${quizId} and submitted_at is not null and attempts.erased_at is null
        and ${people === null ? sql`true` : sql`person_id = any(${people}::text[])`}
      order by submitted_at desc, person_id
    `,
  );
}
