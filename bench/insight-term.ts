import { randomUUID } from 'node:crypto';
import { receiptOf } from '../server/attempts/sitting/answers.ts';
import { insertQuestions, ofFour } from '../server/quizzes/questions/questions.queries.ts';
import { insertQuiz } from '../server/quizzes/quizzes.queries.ts';
import { upsertStudents } from '../server/students/list/students.queries.ts';
import type { Person } from '../server/testing/load/people.ts';
import type { StormProduct } from './storm/storm-product.ts';

export const STUDENTS = 800;
export const QUESTIONS = 40;
export const QUIZZES = 30;
export const ASSIGNMENTS = 20;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A term of quizzes that a whole year has submitted. Better students are right more often. */
export async function makeTerm(
  product: StormProduct,
): Promise<{ quizId: string; student: Person }> {
  const students = await product.makeStudents(STUDENTS);
  await upsertStudents(product.pool, students.map(onTheList));
  let quizId = '';
  for (let number = QUIZZES; number >= 1; number--) {
    quizId = await makeSatQuiz(product, students, number);
  }
  await makeAssignments(product, students);
  await makeEarlierTerms(product);
  // Autovacuum would have done this long ago.
  await product.pool.query('vacuum analyze');
  const [student] = students;
  if (!student) throw new Error('There is no student.');
  return { quizId, student };
}

function onTheList({ id }: Person, place: number) {
  return {
    personId: id,
    lastName: null,
    course: ['CSE', 'IT', 'ECE', 'MECH'][place % 4] ?? '',
    mobile: '',
    mentorName: `Mentor ${(place % 20) + 1}`,
    mentorEmail: '',
    department: '',
    parentMobile: '',
    graduationYear: String(2026 + (place % 3)),
    other: [],
  };
}

async function makeSatQuiz({ pool, admin }: StormProduct, students: Person[], number: number) {
  const quizId = randomUUID();
  const startsAt = new Date(Date.now() - number * DAY_MS);
  await insertQuiz(pool, {
    uniqueId: quizId,
    status: 'published',
    topic: `Topic ${number}`,
    subjectId: 'Data Structures',
    className: 'CSE-4',
    totalQuestions: QUESTIONS,
    scorePerQuestion: 1,
    timeLimit: '1',
    timeLimitSeconds: 3600,
    startsAt,
    endsAt: new Date(startsAt.getTime() + 2 * HOUR_MS),
    audience: { everyone: true, courses: [], years: [], rollNumbers: [] },
    scoreOpens: 'at_once',
    answersOpen: 'at_end',
    // The most expensive case: each student has a different order.
    shuffleQuestions: true,
    shuffleOptions: true,
    createdBy: admin.id,
  });
  await insertQuestions(
    pool,
    quizId,
    Array.from({ length: QUESTIONS }, (_, place) => ({
      number: place + 1,
      kind: null,
      ...ofFour({
        title: `What does step ${place + 1} of topic ${number} give?`,
        options: ['the first', 'the second', 'the third', 'the fourth'],
        correctAnswer: (place % 4) + 1,
      }),
      points: null,
      variants: [],
    })),
  );
  const attempts = students.map(({ id }) => makeAttempt(id, startsAt));
  await pool.query(
    `insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, answered,
       last_seen_at, changed_at, submitted_at, submitted_by, score, receipt_sha256)
     select $1, "personId", at, at + interval '1 hour', answers, ${QUESTIONS}, "submittedAt",
       "submittedAt", "submittedAt", 'student', score, sha256
     from jsonb_to_recordset($2::jsonb) as attempt ("personId" text, at timestamptz, answers text,
       "submittedAt" timestamptz, score double precision, sha256 text)`,
    [quizId, JSON.stringify(attempts)],
  );
  return quizId;
}

function makeAttempt(personId: string, startsAt: Date) {
  const answers = Object.fromEntries(
    Array.from({ length: QUESTIONS }, (_, place) => [
      String(place + 1),
      String(1 + Math.floor(Math.random() * 4)),
    ]),
  );
  const at = new Date(startsAt.getTime() + Math.random() * HOUR_MS);
  return {
    personId,
    at: at.toISOString(),
    answers: JSON.stringify(answers),
    submittedAt: new Date(at.getTime() + (0.2 + 0.8 * Math.random()) * HOUR_MS).toISOString(),
    score: Math.floor(Math.random() * (QUESTIONS + 1)),
    sha256: receiptOf(answers).sha256,
  };
}

/** Each has a program of every student in three versions, the last of them graded. */
async function makeAssignments({ pool, admin }: StormProduct, students: Person[]): Promise<void> {
  const program = 'print(sum(int(word) for word in input().split()))\n'.repeat(20);
  await pool.query(
    `with made as (
       insert into assignments (title, text, file_name, max_marks, due_at, for_everyone, for_courses,
         for_years, for_roll_numbers, created_by)
       select 'Lab ' || number, 'Add numbers.', '', 20, now() - make_interval(days => number), true,
         '{}', '{}', '{}', $1
       from generate_series(1, $2::integer) as number
       returning id, due_at
     )
     insert into hand_ins (assignment_id, student_id, version, is_last, kind, language_id, source,
       handed_in_at, is_late, marks, comment, marked_by, marked_at)
     select made.id, student, version, version = 3, 'program', 71, $4,
       due_at - make_interval(hours => 4 - version), false,
       case when version = 3 then floor(random() * 21) end, '',
       case when version = 3 then $1 end, case when version = 3 then due_at + interval '1 day' end
     from made, unnest($3::text[]) as student, generate_series(1, 3) as version`,
    [admin.id, ASSIGNMENTS, students.map(({ id }) => id), program],
  );
}

/** Two terms before this one, to show which queries read only their own term. */
async function makeEarlierTerms({ pool }: StormProduct): Promise<void> {
  for (const days of [200, 400]) {
    await pool.query(
      `with copied as (
         insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
           score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
           for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
           shuffle_options, created_by)
         select gen_random_uuid(), status, topic, subject_id, class_name, total_questions,
           score_per_question, time_limit, time_limit_seconds,
           starts_at - make_interval(days => $1::integer), ends_at - make_interval(days => $1::integer), for_everyone,
           for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
           shuffle_options, created_by
         from quizzes
         where starts_at > now() - interval '100 days'
         returning unique_id, starts_at, topic
       )
       insert into attempts (quiz_id, person_id, started_at, deadline_at, answers, answered,
         last_seen_at, changed_at, submitted_at, submitted_by, score, receipt_sha256)
       select copied.unique_id, person_id, copied.starts_at, copied.starts_at + interval '1 hour',
         answers, answered, copied.starts_at, copied.starts_at, copied.starts_at + interval '50 minutes',
         submitted_by, score, receipt_sha256
       from copied
       join quizzes this_term
         on this_term.topic = copied.topic and this_term.starts_at > now() - interval '100 days'
       join attempts on quiz_id = this_term.unique_id`,
      [days],
    );
    await pool.query(
      `with copied as (
         insert into assignments (title, text, file_name, max_marks, due_at, for_everyone,
           for_courses, for_years, for_roll_numbers, created_by, created_at)
         select title || ' of ' || $1::integer, text, file_name, max_marks,
           due_at - make_interval(days => $1::integer), for_everyone, for_courses, for_years,
           for_roll_numbers, created_by, created_at - make_interval(days => $1::integer)
         from assignments
         where due_at > now() - interval '100 days'
         returning id, title, due_at
       )
       insert into hand_ins (assignment_id, student_id, version, is_last, kind, language_id, source,
         handed_in_at, is_late, marks, marked_by, marked_at)
       select copied.id, student_id, version, is_last, kind, hand_ins.language_id, source,
         copied.due_at, is_late, marks, marked_by, case when marks is not null then copied.due_at end
       from copied
       join assignments this_term on this_term.title || ' of ' || $1::integer = copied.title
       join hand_ins on assignment_id = this_term.id`,
      [days],
    );
  }
}
