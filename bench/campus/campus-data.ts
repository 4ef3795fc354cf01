import type { ClientBase, Pool } from 'pg';
import { classStatements } from './class-data.ts';
import { type Size, type Term, countStaff, uuidOf } from './sizes.ts';

/** Sections of this size share their work, like courses. */
const SECTION = 60;
/** Per term and student: 24 tests and 54 assignments. */
const QUIZZES_A_STUDENT = 0.12;
const ASSIGNMENTS_A_STUDENT = 0.3;
export const QUESTIONS = 20;
const TERM_DAYS = 180;
/** The work of a term is spread over this many days. In the newest term, the last ten are in the future. */
const SPREAD_DAYS = 100;
const DAYS_TO_COME = 10;

/** People and their sections, with 2,000 staff for 40,000 students. */
export async function makePeople(pool: Pool, { students }: Size): Promise<void> {
  const staff = Math.max(20, students / 20);
  const sections = countSections(students);
  await inBulk(pool, [
    `insert into people (id, name, email, role, password_hash, registered_at)
     select 'R' || lpad(i::text, 6, '0'), 'Student Number ' || i, 'r' || i || '@example.edu', 0,
       'no password', now()
     from generate_series(0, ${students - 1}) as i`,
    `insert into people (id, name, email, role, password_hash, registered_at, is_staff)
     select 'T' || lpad(i::text, 6, '0'), 'Teacher ' || i, 't' || i || '@example.edu', 1,
       'no password', now(), i % 2 = 1
     from generate_series(0, ${staff - 1}) as i`,
    `insert into students (person_id, course, graduation_year, mentor_name, department)
     select 'R' || lpad(i::text, 6, '0'), 'SEC-' || (i % ${sections}), (2026 + i % 4)::text,
       'Mentor ' || (i % 700), 'D' || (i % 30)
     from generate_series(0, ${students - 1}) as i`,
  ]);
}

/** Quizzes with attempts, assignments with hand-ins, and audit lines and notices about them. */
export async function makeTerm(pool: Pool, term: Term): Promise<void> {
  await inBulk(pool, [
    ...quizStatements(term),
    ...assignmentStatements(term),
    ...classStatements(term),
    ...changeStatements(term),
  ]);
}

export const countSections = (students: number): number => Math.ceil(students / SECTION);
const countQuizzes = (students: number) => Math.round(students * QUIZZES_A_STUDENT);
const countAssignments = (students: number) => Math.round(students * ASSIGNMENTS_A_STUDENT);

/** When the work with this number begins or is due. */
const momentOf = ({ age }: Term, number: string, count: number) => `(now()
  + make_interval(days => ${DAYS_TO_COME - age * TERM_DAYS})
  - make_interval(secs => 86400.0 * ${SPREAD_DAYS} * ${number} / ${count}))`;

function quizStatements(term: Term): string[] {
  const { students, age, withTimeline } = term;
  const [count, sections, staff] = [
    countQuizzes(students),
    countSections(students),
    countStaff(students),
  ];
  const quiz = uuidOf(`'quiz ${age} ' || q`);
  // Every third quiz is also for a fourth section.
  const ofQuiz = `generate_series(1, ${count}) as q
    cross join lateral generate_series(0, case when q % 3 = 0 then 3 else 2 end) as k`;
  const answers = JSON.stringify(
    Object.fromEntries(
      Array.from({ length: QUESTIONS }, (_, place) => [place + 1, `${1 + (place % 4)}`]),
    ),
  );
  return [
    `insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
       score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
       for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
       shuffle_options, created_by, created_at, changed_at)
     select ${quiz}, 'published', 'Topic ' || q || ' of the week', 'Subject ' || (q % 1200),
       'Class ' || (q % 1200), ${QUESTIONS}, 1, '1', 3600, at, at + interval '2 hours', false,
       (select array_agg('SEC-' || (q * 101 + k) % ${sections})
        from generate_series(0, case when q % 3 = 0 then 3 else 2 end) as k),
       '{}', '{}', 'at_end', 'at_end', true, true, 'T' || lpad((q % ${staff})::text, 6, '0'),
       at - interval '15 days', at - interval '15 days'
     from (select q, ${momentOf(term, 'q', count)} as at from generate_series(1, ${count}) as q) g`,
    `insert into quiz_questions (quiz_id, number, title, kind, is_four, body, key, variants)
     select ${quiz}, n, 'What does step ' || n || ' of topic ' || q
         || ' give, when the list that it is given holds nothing but zeros?',
       'single', true, jsonb_build_object('options',
         array['the first of them', 'the second of them', 'the third', 'none of these']),
       jsonb_build_object('right', array[1 + n % 4], 'cost', '0'), '[]'
     from generate_series(1, ${count}) as q, generate_series(1, ${QUESTIONS}) as n`,
    `insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, answered,
       sequence, saved_at, tab, last_seen_at, changed_at, submitted_at, submitted_by, score,
       receipt_sha256)
     select quiz.unique_id, 'R' || lpad(i::text, 6, '0'), starts_at, starts_at + interval '1 hour',
       '${answers}', ${QUESTIONS}, 20, starts_at + interval '40 minutes', 'tab',
       starts_at + interval '50 minutes', starts_at + interval '50 minutes',
       starts_at + interval '50 minutes', 'student', (i * q) % ${QUESTIONS + 1},
       md5(i || ' ' || q) || md5(q || ' ' || i)
     from ${ofQuiz}
     join quizzes quiz on quiz.unique_id = ${quiz} and starts_at < now() - interval '2 hours'
     cross join lateral generate_series((q * 101 + k) % ${sections}, ${students - 1}, ${sections}) as i`,
    ...(withTimeline && age === 0 ? [timelineStatement()] : []),
  ];
}

/** 22 timeline lines per attempt. */
const timelineStatement = () => `
  insert into attempt_steps (quiz_id, person_id, at, step, by, address, browser, details)
  select quiz_id, person_id, started_at + make_interval(mins => n * 2),
    case n when 0 then 'start' when 21 then 'submit' else 'save' end, person_id, '10.20.30.40',
    'Chrome 130 on Windows', jsonb_build_object('sequence', n, 'answered', n)
  from attempts, generate_series(0, 21) as n`;

function assignmentStatements(term: Term): string[] {
  const { students, age } = term;
  const [count, sections, staff] = [
    countAssignments(students),
    countSections(students),
    countStaff(students),
  ];
  const assignment = uuidOf(`'assignment ${age} ' || a`);
  return [
    `insert into assignments (id, title, text, file_name, language_id, due_at, max_marks,
       for_everyone, for_courses, for_years, for_roll_numbers, created_by, created_at, updated_at,
       submitted_count, marked_count)
     select ${assignment}, 'Lab ' || (a % 10) || ' of course ' || (a % 1200),
       repeat('Write a program that reads numbers and adds them. ', 12), '', 71, at, 20, false,
       array(select 'SEC-' || (a * 101 + k) % ${sections} from generate_series(0, 2) as k),
       '{}', '{}', 'T' || lpad((a % ${staff})::text, 6, '0'), at - interval '15 days',
       at - interval '15 days', 0, 0
     from (select a, ${momentOf(term, 'a', count)} as at from generate_series(1, ${count}) as a) g`,
    // Hand-ins of the last two weeks are not graded yet, and neither is one in a hundred of the rest of the term.
    `insert into hand_ins (assignment_id, student_id, version, is_last, kind, language_id, source,
       handed_in_at, is_late, marks, marked_by, marked_at)
     select assignment.id, 'R' || lpad(i::text, 6, '0'), 1, true, 'program', 71,
       'n = int(input())' || chr(10) || 'print(sum(int(x) for x in input().split()))' || i,
       due_at - interval '3 hours', false,
       case when is_marked then (i * 7) % 21 end, case when is_marked then created_by end,
       case when is_marked then due_at + interval '1 day' end
     from generate_series(1, ${count}) as a
     join assignments assignment
       on assignment.id = ${assignment} and due_at < now() + interval '3 hours'
     cross join lateral generate_series(0, 2) as k
     cross join lateral generate_series((a * 101 + k) % ${sections}, ${students - 1}, ${sections}) as i
     cross join lateral (select due_at < now() - interval '14 days'
       and (${age} > 0 or (i + a) % 100 > 0) as is_marked) marked`,
    `update assignments set submitted_count = submitted, marked_count = marked
     from (select assignment_id, count(*) as submitted, count(marks) as marked
       from hand_ins
       where assignment_id in (
         select ${assignment} from generate_series(1, ${count}) as a)
       group by assignment_id) counted
     where id = assignment_id`,
  ];
}

/** The same values as the triggers would store. */
const audienceStatement = (kind: string, table: string, id: string, until: string) => `
  insert into work_audience (kind, work_id, group_name, is_current, until)
  select '${kind}', ${id}, group_name, true, ${until}
  from ${table}
  cross join lateral unnest(
    groups_of_class_audience(class_id, for_sections, for_everyone, for_courses, for_years,
      for_roll_numbers)) as group_name
  on conflict do nothing`;

function changeStatements({ students, age }: Term): string[] {
  const quizzes = `(select ${uuidOf(`'quiz ${age} ' || q`)}
    from generate_series(1, ${countQuizzes(students)}) as q)`;
  const assignments = `(select ${uuidOf(`'assignment ${age} ' || a`)}
    from generate_series(1, ${countAssignments(students)}) as a)`;
  return [
    audienceStatement('quiz', 'quizzes', 'unique_id', 'greatest(ends_at, changed_at)'),
    audienceStatement('assignment', 'assignments', 'id', 'greatest(due_at, updated_at)'),
    `insert into work_changes (kind, work_id, change, at, title, starts_at, ends_at, for_everyone,
       for_courses, for_years, for_roll_numbers, class_id)
     select 'quiz', unique_id, 'opened', created_at, topic, starts_at, ends_at, for_everyone,
       for_courses, for_years, for_roll_numbers, class_id
     from quizzes where unique_id in ${quizzes} order by created_at`,
    `insert into work_changes (kind, work_id, change, at, title, ends_at, for_everyone, for_courses,
       for_years, for_roll_numbers, class_id)
     select 'assignment', id, 'opened', created_at, title, due_at, for_everyone, for_courses,
       for_years, for_roll_numbers, class_id
     from assignments where id in ${assignments} order by created_at`,
    `insert into announcements (quiz_id, text, announced_by, announced_at)
     select unique_id, 'Question 3 means the second list.', created_by, starts_at
     from quizzes where unique_id in ${quizzes} and score_per_question = 1
       and get_byte(uuid_send(unique_id), 0) < 50 and starts_at < now()`,
    `insert into extensions (quiz_id, target, minutes, reason, granted_by, granted_at)
     select unique_id, coalesce('course ' || lower(for_courses[1]), 'everyone'), 10, 'The line was down.', created_by,
       starts_at
     from quizzes where unique_id in ${quizzes} and get_byte(uuid_send(unique_id), 1) < 12
       and starts_at < now()`,
  ];
}

/** Without triggers and foreign key checks, as when a dump is restored. */
async function inBulk(pool: Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off;
       set work_mem = '256MB'; set max_parallel_workers_per_gather = 0`,
    );
    for (const statement of statements) await client.query(statement);
  } finally {
    await discard(client);
    client.release();
  }
}

const discard = (client: ClientBase) => client.query('reset all');
