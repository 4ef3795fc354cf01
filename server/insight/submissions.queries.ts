// Reads tables of others: assignments, attempts, compared_programs, hand_in_tests, hand_ins, people, quizzes, student_records.
import { z } from 'zod';
import { isDoneIn, isWorkIn } from '../classes/classes.reads.ts';
import { exactly } from '../platform/places.ts';
import { type Database, type Sql, all, first, sql } from '../platform/postgres/database.ts';
import { type Reach, onlyWhole } from '../platform/reach.ts';

const Row = z.object({
  kind: z.enum(['quiz', 'hand-in']),
  id: z.uuid(),
  title: z.string(),
  userId: z.string(),
  name: z.string(),
  submittedAt: z.date(),
  /** To the microsecond, in UTC. */
  exactly: z.string(),
  /** Tells those of one moment apart, always in the same order. */
  key: z.string(),
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
  /** Patterns of which every one is found in the name, the roll number or the title. */
  patterns: readonly string[];
  after: { exactly: string; key: string } | null;
  /** Of what was done in classes within it. */
  reach: Reach;
  max: number;
}

/**
 * Where not everything is within the reach, attempts are found by the work of its classes: by their
 * time, those of the whole campus would be read for a page of them. The work is found first, by its index, and without
 * other processes of the database, which take longer to begin than the work is long.
 */
const attemptsIn = (reach: Reach) =>
  reach.everything
    ? sql`attempts`
    : sql`(
        with work as materialized (
          select unique_id from quizzes where ${isWorkIn(reach, sql`class_id`)}
        )
        select attempts.*
        from work
        join attempts on attempts.quiz_id = work.unique_id
        offset 0)`;

/** An assignment counts what is handed in and marked: for what waits, most are not looked into. */
const ofAll = { work: sql`true`, handIn: sql`true` };
const ofWaiting = {
  work: sql`submitted_count > marked_count`,
  handIn: sql`hand_ins.marks is null`,
};

const handInsIn = (reach: Reach, only = ofAll) =>
  reach.everything
    ? sql`hand_ins`
    : sql`(
        with work as materialized (
          select id from assignments where ${isWorkIn(reach, sql`class_id`)} and ${only.work}
        )
        select hand_ins.*
        from work
        join hand_ins on hand_ins.assignment_id = work.id and hand_ins.is_last and ${only.handIn}
        offset 0)`;

/** Submitted attempts of the students who are shown, the newest first. */
export function listQuizSubmissions(db: Database, { patterns, after, reach, max }: Wanted) {
  return all(
    db,
    Row,
    sql`
      select 'quiz' as kind, quiz_id as id, coalesce(nullif(topic, ''), subject_id) as title,
        student.id as user_id, student.name, submitted_at,
        ${exactly(sql`submitted_at`)} as exactly,
        md5(quiz_id || ' ' || person_id) as key, false as is_late, score,
        (total_questions - left_out) * score_per_question as full_score, null as hand_in_id,
        null as test_state, null as test_points, null as test_max_points, null as similarity,
        null as nearest_id, null as language
      from ${attemptsIn(reach)} attempts
      join quizzes on quizzes.unique_id = quiz_id
      join student_records student on student.id = person_id
      where submitted_at is not null
        and ${isDoneIn(reach, sql`quizzes.class_id`, sql`student.id`)}
        and (${after?.exactly}::timestamptz is null or submitted_at < ${after?.exactly}
          or (submitted_at = ${after?.exactly}
            and md5(quiz_id || ' ' || person_id) collate "C" < ${after?.key}))
        and concat_ws(' ', student.name, student.id, topic, subject_id)
          ilike all(${patterns}::text[])
      order by submitted_at desc, md5(quiz_id || ' ' || person_id) collate "C" desc
      limit ${max}
    `,
  );
}

/**
 * The hand-ins that count of the students who are shown, the newest first. To which one is similar is for who reaches
 * the whole class.
 */
export function listHandInSubmissions(db: Database, wanted: Wanted) {
  const { state, tests, leastSimilarity, after, reach } = wanted;
  return all(
    db,
    Row,
    sql`
      select 'hand-in' as kind, hand_in.assignment_id as id, title, student.id as user_id,
        student.name, handed_in_at as submitted_at,
        ${exactly(sql`handed_in_at`)} as exactly,
        md5(hand_in.id::text) as key, is_late, marks as score, max_marks as full_score,
        hand_in.id as hand_in_id, tested.state as test_state, tested.points as test_points,
        tested.max_points as test_max_points, nearest.highest as similarity, nearest.nearest_id,
        nearest.language_id as language
      from ${handInsIn(reach)} hand_in
      join assignments on assignments.id = hand_in.assignment_id
      join student_records student on student.id = student_id
      left join hand_in_tests tested on tested.hand_in_id = hand_in.id
      left join lateral (
        select highest, nearest_id, language_id
        from compared_programs
        where hand_in_id = hand_in.id and highest is not null
          and ${isWorkIn(onlyWhole(reach), sql`assignments.class_id`)}
        order by highest desc
        limit 1
      ) nearest on true
      where is_last and ${isDoneIn(reach, sql`assignments.class_id`, sql`student.id`)}
        and (${after?.exactly}::timestamptz is null or handed_in_at < ${after?.exactly}
          or (handed_in_at = ${after?.exactly} and md5(hand_in.id::text) collate "C" < ${after?.key}))
        and (${state}::text is null
          or (${state} = 'to_mark' and marks is null)
          or (${state} = 'marked' and marks is not null)
          or (${state} = 'late' and is_late))
        and (${tests}::text is null
          or (${tests} = 'waiting' and tested.state = 'waiting')
          or (${tests} = 'passed' and tested.state = 'done' and tested.points >= tested.max_points)
          or (${tests} = 'failed' and (tested.state = 'failed'
            or tested.state = 'done' and tested.points < tested.max_points)))
        and (${leastSimilarity}::real is null or nearest.highest >= ${leastSimilarity}::real)
        and concat_ws(' ', student.name, student.id, title) ilike all(${wanted.patterns}::text[])
      order by handed_in_at desc, md5(hand_in.id::text) collate "C" desc
      limit ${wanted.max}
    `,
  );
}

const Waiting = z.object({
  handInId: z.uuid(),
  assignmentId: z.uuid(),
  studentId: z.string(),
});

const isWaiting = sql`hand_in.is_last and hand_in.marks is null`;

/** Of the hand-ins without marks the one that came first after another; of all, where there is none such. */
export async function findNextToMark(db: Database, reach: Reach, after: string | null) {
  const findFirst = (condition: Sql) =>
    first(
      db,
      Waiting,
      sql`
        select hand_in.id as hand_in_id, hand_in.assignment_id, student.id as student_id
        from ${handInsIn(reach, ofWaiting)} hand_in
        join student_records student on student.id = student_id
        where ${isWaiting} and ${condition} and ${isOfClassIn(reach)}
        order by hand_in.handed_in_at, hand_in.id
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

/** Was it handed in within the reach? What it is of is looked for where that decides. */
const isOfClassIn = (reach: Reach) =>
  reach.everything
    ? sql`true`
    : sql`
        exists (
          select 1
          from assignments
          where assignments.id = hand_in.assignment_id
            and ${isDoneIn(reach, sql`assignments.class_id`, sql`hand_in.student_id`)})
      `;

/** All that wait, without those of people who are shown in no list. */
export async function countToMark(db: Database, reach: Reach): Promise<number> {
  const counted = await first(
    db,
    z.object({ waiting: z.int() }),
    reach.everything ? countAll : countWithin(reach),
  );
  return counted?.waiting ?? 0;
}

const countWithin = (reach: Reach) => sql`
  select count(*)::integer as waiting
  from ${handInsIn(reach, ofWaiting)} hand_in
  join student_records student on student.id = student_id
  where ${isWaiting} and ${isOfClassIn(reach)}
`;

const countAll = sql`
      select (
        (select count(*) from hand_ins hand_in where ${isWaiting}) - (
          select count(*)
          from people person
          join hand_ins hand_in on hand_in.student_id = person.id and ${isWaiting}
          where (person.is_demo or person.is_guest or person.role <> 0)
            and not exists (select 1 from student_records student where student.id = person.id)
        )
      )::integer as waiting
`;
