import { z } from 'zod';
import { resultsInScope, workInScope } from '../classes/classes.reads.ts';
import { type Cursor, timestampMicros, beforeCursor } from '../platform/lists/cursor.ts';
import { type Database, type Sql, all, sql, first } from '../platform/postgres/database.ts';
import { type AccessScope, withoutLimitedClasses } from '../platform/access/access-scope.ts';
import type { Few, Sought } from './submitted-attempts.queries.ts';
import { fullScore } from '../quizzes/quizzes.reads.ts';

const Waiting = z.object({
  handInId: z.uuid(),
  assignmentId: z.uuid(),
  studentId: z.string(),
});

/** Assignments of open classes count their hand-ins and marks, so that most need not be read for unmarked ones. */
const withUnmarked = (scope: AccessScope) => sql`
  with work as materialized (
    select id, class_id, submitted_count - marked_count as waiting from assignments
    where submitted_count > marked_count
      and ${workInScope({ ...scope, hidesArchived: true }, sql`class_id`)}
  )
`;

const isWaiting = (scope: AccessScope) => sql`
  hand_in.assignment_id = work.id and hand_in.is_last and hand_in.marks is null
    and ${isOfSectionsIn(scope, sql`hand_in.student_id`)}
`;

/** The unmarked hand-in that arrived next after another; the first one if there is none. */
export async function findNextToMark(db: Database, scope: AccessScope, after: string | null) {
  const findFirst = (condition: Sql) =>
    first(
      db,
      Waiting,
      sql`
        ${withUnmarked(scope)}
        select found.id as hand_in_id, work.id as assignment_id, found.student_id
        from work
        cross join lateral (
          select hand_in.id, hand_in.student_id, hand_in.handed_in_at
          from hand_ins hand_in
          join student_records student on student.id = hand_in.student_id
          where ${isWaiting(scope)} and ${condition}
          order by hand_in.handed_in_at, hand_in.id
          limit 1
        ) found
        order by found.handed_in_at, found.id
        limit 1
      `,
    );
  const isAnother = sql`hand_in.id is distinct from ${after}::uuid`;
  const next =
    after === null
      ? null
      : await findFirst(sql`(hand_in.handed_in_at, hand_in.id) > (
          select other.handed_in_at, other.id from hand_ins other where other.id = ${after}::uuid)`);
  return next ?? findFirst(isAnother);
}

/** Counts unmarked hand-ins of visible people. */
export async function countToMark(db: Database, scope: AccessScope): Promise<number> {
  const counted = await first(
    db,
    z.object({ waiting: z.int() }),
    scope.isUnlimited ? countAll(scope) : countWithin(scope),
  );
  return counted?.waiting ?? 0;
}

const countWithin = (scope: AccessScope) => sql`
  ${withUnmarked(scope)}
  select count(*)::integer as waiting
  from work
  join hand_ins hand_in on ${isWaiting(scope)}
  join student_records student on student.id = hand_in.student_id
`;

/** Few people are not visible, so theirs are taken off. */
const countAll = (scope: AccessScope) => sql`
  ${withUnmarked(scope)}
  select (
    (select coalesce(sum(waiting), 0) from work) - (
      select count(*)
      from people person
      cross join lateral (
        select assignment_id from hand_ins
        where student_id = person.id and is_last and marks is null
        offset 0
      ) hand_in
      join work on work.id = hand_in.assignment_id
      where (person.is_demo or person.is_guest or person.role <> 0)
        and not exists (select 1 from student_records student where student.id = person.id)
    )
  )::integer as waiting
`;

const Row = z.object({
  kind: z.enum(['quiz', 'hand-in']),
  id: z.uuid(),
  title: z.string(),
  userId: z.string(),
  name: z.string(),
  submittedAt: z.date(),
  /** To the microsecond, in UTC. */
  timestampMicros: z.string(),
  /** A tie-breaker with a fixed order. */
  key: z.guid(),
  isLate: z.boolean(),
  score: z.number().nullable(),
  fullScore: z.number(),
  handInId: z.uuid().nullable(),
  testState: z.enum(['waiting', 'done', 'failed']).nullable(),
  testPoints: z.number().nullable(),
  testMaxPoints: z.number().nullable(),
  similarity: z.number().nullable(),
  nearestId: z.uuid().nullable(),
  language: z.int().nullable(),
});
export type SubmissionRow = z.infer<typeof Row>;

export interface Wanted {
  state: 'to_mark' | 'marked' | 'late' | null;
  tests: 'passed' | 'failed' | 'waiting' | null;
  /** 0 to 1. */
  leastSimilarity: number | null;
  /** Patterns that must all occur in the name, roll number or title. */
  patterns: readonly string[];
  /** The only possible matches of the patterns; null if not determined. */
  sought: Sought | null;
  after: Cursor | null;
  /** Only classes in scope. */
  scope: AccessScope;
  max: number;
}

const fullScoreColumn = sql`${fullScore} as full_score`;

/**
 * Submissions in scope, with their work. In a limited scope they are found through the work of the classes; by time,
 * a page would read the whole campus. The work is found first, through its index, and without parallel workers,
 * which take longer to start than to run.
 */
const attemptsIn = (scope: AccessScope, few?: Few | null) =>
  scope.isUnlimited
    ? sql`(
        select attempts.*, topic, subject_id, ${fullScoreColumn}
        from attempts
        join quizzes work on work.unique_id = quiz_id
        where ${workInScope(scope, sql`work.class_id`)}
        ${few ? sql`and ${isOfFew(few, sql`person_id`, sql`quiz_id`)} offset 0` : sql``})`
    : sql`(
        with work as materialized (
          select unique_id, topic, subject_id, ${fullScoreColumn}, class_id
          from quizzes
          where ${workInScope(scope, sql`class_id`)}
        )
        select attempts.*, topic, subject_id, full_score
        from work
        join attempts on attempts.quiz_id = work.unique_id
        where ${isOfSectionsIn(scope, sql`attempts.person_id`)}
        offset 0)`;

const handInsIn = (scope: AccessScope, few?: Few | null) =>
  scope.isUnlimited
    ? sql`(
        select hand_ins.*, title, max_marks, class_id
        from hand_ins
        join assignments work on work.id = assignment_id
        where ${workInScope(scope, sql`work.class_id`)}
        ${few ? sql`and is_last and ${isOfFew(few, sql`student_id`, sql`assignment_id`)} offset 0` : sql``})`
    : sql`(
        with work as materialized (
          select id, title, max_marks, class_id from assignments
          where ${workInScope(scope, sql`class_id`)}
        )
        select hand_ins.*, title, max_marks, class_id
        from work
        join hand_ins on hand_ins.assignment_id = work.id and hand_ins.is_last
        where ${isOfSectionsIn(scope, sql`hand_ins.student_id`)}
        offset 0)`;

/** Condition for work in scope: so are this person's results. Always true for whole classes. */
export const isOfSectionsIn = (scope: AccessScope, personId: Sql) =>
  scope.limitedClassIds.length === 0
    ? sql`true`
    : resultsInScope(scope, sql`work.class_id`, personId);

const isOfFew = ({ personIds, workIds }: Few, personId: Sql, workId: Sql) =>
  sql`(${personId} = any(${personIds}::text[]) or ${workId} = any(${workIds}::uuid[]))`;

/**
 * Condition: every pattern matches. The planner assumes that a CASE is often true, and so reads by time until a page
 * is full; it would assume a pattern is rare and sort everything.
 */
const isFound = (patterns: readonly string[], names: Sql) =>
  patterns.length === 0
    ? sql`true`
    : sql`case when concat_ws(' ', ${names}) ilike all(${patterns}::text[]) then true else false end`;

/**
 * Newest first. In a limited scope they are sorted before their people are joined, so that this happens only for one
 * page; campus-wide they are read through their index.
 */
const newestFirst = (scope: AccessScope, done: Sql, moment: Sql) =>
  scope.isUnlimited ? done : sql`(select * from ${done} done order by ${moment} desc offset 0)`;

const withStudent = (scope: AccessScope, personId: Sql) =>
  scope.isUnlimited
    ? sql`join student_records student on student.id = ${personId}`
    : sql`cross join lateral (
        select id, name from student_records where student_records.id = ${personId} offset 0) student`;

/** Submitted attempts of visible students, newest first. */
export function listQuizSubmissions(db: Database, { patterns, sought, after, scope, max }: Wanted) {
  const key = sql`md5(quiz_id || ' ' || person_id)::uuid`;
  return all(
    db,
    Row,
    sql`
      select 'quiz' as kind, quiz_id as id, coalesce(nullif(topic, ''), subject_id) as title,
        student.id as user_id, student.name, submitted_at,
        ${timestampMicros(sql`submitted_at`)} as timestamp_micros,
        ${key} as key, false as is_late, score, full_score, null as hand_in_id,
        null as test_state, null as test_points, null as test_max_points, null as similarity,
        null as nearest_id, null as language
      from ${newestFirst(scope, attemptsIn(scope, sought?.ofQuizzes), sql`submitted_at`)} attempts
      ${withStudent(scope, sql`person_id`)}
      where submitted_at is not null
        and ${beforeCursor(sql`submitted_at`, key, after)}
        and ${isFound(patterns, sql`student.name, student.id, topic, subject_id`)}
      order by submitted_at desc, ${key} desc
      limit ${max}
    `,
  );
}

/**
 * The last hand-ins of visible students, newest first. Similarity is shown to staff of the whole class. Further
 * details are joined only for the page.
 */
export function listHandInSubmissions(db: Database, wanted: Wanted) {
  const { after, scope, patterns, sought } = wanted;
  const handIns = handInsIn(scope, sought?.ofAssignments);
  return all(
    db,
    Row,
    sql`
      with page as materialized (
        select hand_in.id, assignment_id, title, max_marks, class_id, student.id as user_id,
          student.name, handed_in_at, is_late, marks
        from ${newestFirst(scope, handIns, sql`handed_in_at`)} hand_in
        ${withStudent(scope, sql`student_id`)}
        where is_last
          and ${beforeCursor(sql`handed_in_at`, sql`hand_in.id`, after)}
          and ${isFiltered(wanted)}
          and ${isFound(patterns, sql`student.name, student.id, title`)}
        order by handed_in_at desc, hand_in.id desc
        limit ${wanted.max}
      )
      select 'hand-in' as kind, page.assignment_id as id, title, user_id, name,
        handed_in_at as submitted_at, ${timestampMicros(sql`handed_in_at`)} as timestamp_micros,
        page.id as key, is_late, marks as score, max_marks as full_score, page.id as hand_in_id,
        tested.state as test_state, tested.points as test_points, tested.max_points as test_max_points,
        nearest.highest as similarity, nearest.nearest_id, nearest.language_id as language
      from page
      left join hand_in_tests tested on tested.hand_in_id = page.id
      left join lateral (
        select highest, nearest_id, language_id
        from compared_programs
        where hand_in_id = page.id and highest is not null
          and ${workInScope(withoutLimitedClasses(scope), sql`page.class_id`)}
        order by highest desc
        limit 1
      ) nearest on true
      order by handed_in_at desc, page.id desc
    `,
  );
}

const ofState = {
  to_mark: sql`marks is null`,
  marked: sql`marks is not null`,
  late: sql`is_late`,
};

const ofTests = {
  waiting: sql`tested.state = 'waiting'`,
  passed: sql`tested.state = 'done' and tested.points >= tested.max_points`,
  failed: sql`(tested.state = 'failed'
    or tested.state = 'done' and tested.points < tested.max_points)`,
};

/** Conditions of the filters; none if nothing is filtered. */
function isFiltered({ state, tests, leastSimilarity, scope }: Wanted): Sql {
  const isAsTested =
    tests &&
    sql`exists (
      select from hand_in_tests tested where tested.hand_in_id = hand_in.id and ${ofTests[tests]})`;
  const isSimilar =
    leastSimilarity !== null &&
    sql`exists (
      select from compared_programs
      where compared_programs.hand_in_id = hand_in.id and highest >= ${leastSimilarity}::real
        and ${workInScope(withoutLimitedClasses(scope), sql`hand_in.class_id`)})`;
  return sql`${state ? ofState[state] : sql`true`} and ${isAsTested || sql`true`} and ${isSimilar || sql`true`}`;
}
