import { KIND_NAMES, KindName, kinds } from '@vlabs/contract/kinds/kinds';
import { Pastes } from '@vlabs/contract/attempts/page-steps';
import { z } from 'zod';
import {
  audienceColumns,
  classIdOf,
  sectionsOf,
  withAudience,
} from '../../platform/access/audience-columns.ts';
import { type Database, all, first, prepared, run, sql } from '../../platform/postgres/database.ts';

/** A row with its audience in columns. */
export const QuizRow = z.object({
  uniqueId: z.uuid(),
  status: z.enum(['draft', 'published']),
  topic: z.string(),
  subjectId: z.string(),
  className: z.string(),
  totalQuestions: z.int(),
  scorePerQuestion: z.number(),
  /** As typed. */
  timeLimit: z.string(),
  timeLimitSeconds: z.int(),
  startsAt: z.date(),
  endsAt: z.date(),
  ...audienceColumns,
  scoreOpens: z.enum(['at_once', 'at_end', 'never']),
  answersOpen: z.enum(['at_end', 'never']),
  shuffleQuestions: z.boolean(),
  shuffleOptions: z.boolean(),
  closesWork: z.boolean(),
  pastes: Pastes,
  createdBy: z.string(),
  createdAt: z.date(),
  /** Grows with each correction of a key. */
  keyVersion: z.int(),
  /** Questions that do not count. */
  leftOut: z.int(),
  /** Questions that ask nothing, included in the total. */
  notAsked: z.int(),
  /** Kinds of its questions that are judged after the submission. */
  judgedKinds: z.array(KindName),
  /** The sum if questions have their own points; null if each counts the score per question. */
  fullScore: z.number().nullable(),
  /** Never leaves the server. */
  shuffleSecret: z.string(),
});

export const Quiz = QuizRow.transform(withAudience);

/** A quiz without its questions. */
export type Quiz = z.infer<typeof Quiz>;

export const quizColumns = sql`
  unique_id, status, topic, subject_id, class_name, total_questions, score_per_question, time_limit,
  time_limit_seconds, starts_at, ends_at, for_everyone, for_courses, for_years, for_roll_numbers,
  class_id, for_sections, score_opens, answers_open, shuffle_questions, shuffle_options, closes_work, pastes, created_by, created_at,
  key_version, left_out, not_asked, judged_kinds, full_score, shuffle_secret
`;

export function findQuiz(db: Database, uniqueId: string) {
  return first(
    db,
    Quiz,
    prepared(
      'find-quiz',
      sql`
      select ${quizColumns}
      from quizzes
      where unique_id = ${uniqueId}
    `,
    ),
  );
}

/** Newest first. */
export function listQuizzes(db: Database) {
  return all(
    db,
    Quiz,
    sql`
      select ${quizColumns}
      from quizzes
      order by created_at desc, unique_id
    `,
  );
}

/** The existing ones among these, newest first. */
export function listQuizzesByIds(db: Database, uniqueIds: readonly string[]) {
  return all(
    db,
    Quiz,
    sql`
      select ${quizColumns}
      from quizzes
      where unique_id = any(${uniqueIds}::uuid[])
      order by created_at desc, unique_id
    `,
  );
}

/** When each published quiz was last changed. */
export function listPublishedVersions(db: Database) {
  return all(
    db,
    z.object({ uniqueId: z.uuid(), changedAt: z.date() }),
    sql`
      select unique_id, changed_at
      from quizzes
      where status = 'published'
      order by changed_at, unique_id
    `,
  );
}

/**
 * Locks a quiz until the transaction ends: `share` allows other shared locks, `change` none, `correct` only
 * references. Returns whether it exists.
 */
export async function lockQuiz(
  db: Database,
  uniqueId: string,
  to: 'share' | 'change' | 'correct',
): Promise<boolean> {
  const statements = {
    share: sql`select 1 from quizzes where unique_id = ${uniqueId} for share`,
    change: sql`select 1 from quizzes where unique_id = ${uniqueId} for update`,
    correct: sql`select 1 from quizzes where unique_id = ${uniqueId} for no key update`,
  };
  return (await run(db, statements[to])) > 0;
}

export type NewQuiz = Omit<
  Quiz,
  | 'createdAt'
  | 'keyVersion'
  | 'leftOut'
  | 'notAsked'
  | 'judgedKinds'
  | 'fullScore'
  | 'shuffleSecret'
>;

/** Violates `quizzes_pkey` if the id is taken. */
export function insertQuiz(db: Database, quiz: NewQuiz) {
  const { audience } = quiz;
  return run(
    db,
    sql`
      insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
        score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
        for_courses, for_years, for_roll_numbers, class_id, for_sections, score_opens, answers_open,
        shuffle_questions, shuffle_options, closes_work, pastes, created_by)
      values (${quiz.uniqueId}, ${quiz.status}, ${quiz.topic}, ${quiz.subjectId},
        ${quiz.className}, ${quiz.totalQuestions}, ${quiz.scorePerQuestion}, ${quiz.timeLimit},
        ${quiz.timeLimitSeconds}, ${quiz.startsAt}, ${quiz.endsAt}, ${audience.everyone},
        ${audience.courses}, ${audience.years}, stored_roll_numbers(${audience.rollNumbers}),
        ${classIdOf(audience)},
        ${sectionsOf(audience)}, ${quiz.scoreOpens},
        ${quiz.answersOpen}, ${quiz.shuffleQuestions}, ${quiz.shuffleOptions}, ${quiz.closesWork},
        ${quiz.pastes}, ${quiz.createdBy})
    `,
  );
}

export function updateStatus(db: Database, uniqueId: string, status: Quiz['status']) {
  return run(
    db,
    sql`
      update quizzes
      set status = ${status}, changed_at = clock_timestamp()
      where unique_id = ${uniqueId}
    `,
  );
}

/** All columns except the id, the status and the creator. */
export function updateQuiz(db: Database, quiz: Omit<NewQuiz, 'status' | 'createdBy'>) {
  const { audience } = quiz;
  return run(
    db,
    sql`
      update quizzes
      set topic = ${quiz.topic}, subject_id = ${quiz.subjectId}, class_name = ${quiz.className},
        total_questions = ${quiz.totalQuestions}, score_per_question = ${quiz.scorePerQuestion},
        time_limit = ${quiz.timeLimit}, time_limit_seconds = ${quiz.timeLimitSeconds},
        starts_at = ${quiz.startsAt}, ends_at = ${quiz.endsAt},
        for_everyone = ${audience.everyone}, for_courses = ${audience.courses},
        for_years = ${audience.years}, for_roll_numbers = stored_roll_numbers(${audience.rollNumbers}),
        class_id = ${classIdOf(audience)}, for_sections = ${sectionsOf(audience)},
        score_opens = ${quiz.scoreOpens}, answers_open = ${quiz.answersOpen},
        shuffle_questions = ${quiz.shuffleQuestions}, shuffle_options = ${quiz.shuffleOptions},
        closes_work = ${quiz.closesWork}, pastes = ${quiz.pastes},
        changed_at = clock_timestamp()
      where unique_id = ${quiz.uniqueId}
    `,
  );
}

export function deleteQuiz(db: Database, uniqueId: string) {
  return run(db, sql`delete from quizzes where unique_id = ${uniqueId}`);
}

/** For a row of quizzes: the sum of points of the questions that count. */
export const fullScore = sql`coalesce(full_score, (total_questions - left_out) * score_per_question)`;

/** The sum of points if any question has its own; otherwise null. */
const ownScore = sql`(
  select case when count(points) > 0
    then round(sum(coalesce(points, score_per_question)::numeric) filter (where marking <> 'left_out'), 9)
  end
  from quiz_questions
  where quiz_id = unique_id
)`;

const ASKING_NOTHING = KIND_NAMES.filter((name) => kinds[name].asksNothing);
const JUDGED = KIND_NAMES.filter((name) => kinds[name].judged);

/** Called after its questions were saved. */
export function updateFullScore(db: Database, uniqueId: string) {
  return run(
    db,
    sql`
      update quizzes
      set full_score = ${ownScore}, not_asked = (
        select count(*) from quiz_questions
        where quiz_id = unique_id and kind = any(${ASKING_NOTHING}::text[])
      ), judged_kinds = array(
        select distinct kind from quiz_questions
        where quiz_id = unique_id and kind = any(${JUDGED}::text[])
      )
      where unique_id = ${uniqueId}
    `,
  );
}

export function updateKeyVersion(db: Database, uniqueId: string) {
  return run(
    db,
    sql`
      update quizzes
      set key_version = key_version + 1, changed_at = clock_timestamp(), left_out = (
        select count(*) from quiz_questions where quiz_id = ${uniqueId} and marking = 'left_out'
      ), full_score = ${ownScore}
      where unique_id = ${uniqueId}
    `,
  );
}

/** The tests of the demo, which are for nobody once it is closed. */
export function updateToDemo(db: Database, quizIds: readonly string[]) {
  return run(db, sql`update quizzes set is_demo = true where unique_id = any(${quizIds}::uuid[])`);
}
