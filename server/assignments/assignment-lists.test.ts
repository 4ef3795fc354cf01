import { Audience, isInAudience } from '@vlabs/contract/students/audience';
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { FULL_ACCESS } from '../platform/access/access-scope.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';
import { countReach, sumReach } from './assignments.queries.ts';

let student: MadePerson;
const STUDENTS = [
  { course: 'CSE', graduationYear: '2026' },
  { course: 'cse', graduationYear: '2027' },
  { course: 'ECE', graduationYear: '2026' },
  { course: '', graduationYear: '' },
];
const made: MadePerson[] = [];

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  for (const one of STUDENTS) made.push(await makeListedStudent(server.pool, one));
  student = await makeListedStudent(server.pool, { course: 'MCA', graduationYear: '2028' });
});

async function list(query = '', { headers } = admin) {
  const url = `/api/v1/auth/getallassignments?${query}`;
  const reply = await server.app.inject({ url, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

async function walk(query: string, person = admin): Promise<string[][]> {
  const pages: string[][] = [];
  let after = '';
  do {
    const { result, next } = await list(`${query}${after}`, person);
    pages.push(result.map(({ id }: { id: string }) => id));
    after = next === undefined ? '' : `&after=${encodeURIComponent(next)}`;
  } while (after !== '');
  return pages;
}

/** Adds assignments that were due and last changed some days ago, several at the same time. */
async function insertAssignments(course: string, count: number, daysAgo: number) {
  const { rows } = await server.pool.query(
    `insert into assignments (title, text, file_name, max_marks, due_at, updated_at, for_everyone,
       for_courses, for_years, for_roll_numbers, created_by)
     select 'Sums of ' || $1, 'Add.', '', 10, at, at, false, array[$1], '{}', '{}', $4
     from generate_series(1, $2::integer) as number
     cross join lateral (
       select now() - make_interval(days => $3) - make_interval(hours => number / 3)) as moment (at)
     returning id`,
    [course, count, daysAgo, admin.id],
  );
  const ids = rows.map(({ id }) => String(id));
  await server.pool.query(
    `update work_audience set until = due_at from assignments
     where id = work_id and id = any($1::uuid[])`,
    [ids],
  );
  return ids;
}

test('a short list says nothing of further pages', async () => {
  expect(Object.keys(await list())).toEqual(['success', 'result']);
  expect(Object.keys(await list('', student))).toEqual(['success', 'result']);
});

test('an admin has each assignment once, page by page, and finds by words', async () => {
  const all = await insertAssignments('Maths', 120, 1);
  const pages = await walk('search=maths+sums');
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pages.flat().toSorted()).toEqual(all.toSorted());
  expect((await list('search=no+such')).result).toEqual([]);
});

test('a student is listed the assignments of the term, and by their pages those before', async () => {
  await insertAssignments('MCA', 30, 20);
  await insertAssignments('MCA', 130, 300);
  const pages = await walk('', student);
  expect(pages.map(({ length }) => length)).toEqual([30, 100, 30]);
  expect(pages.flat()).toEqual([...new Set(pages.flat())]);
});

test('an assignment without a due time is never put away, until it is withdrawn', async () => {
  const [id = ''] = await insertAssignments('MCA', 1, 500);
  const isListed = async () =>
    (await list('', student)).result.some((one: { id: string }) => one.id === id);
  expect(await isListed()).toBe(false);
  await server.pool.query('update assignments set due_at = null where id = $1', [id]);
  const { rows } = await server.pool.query(
    'select distinct extract(year from until) as year from work_audience where work_id = $1',
    [id],
  );
  expect(rows).toEqual([{ year: '9999' }]);
  expect(await isListed()).toBe(true);
  await server.pool.query('update assignments set withdrawn_at = now() where id = $1', [id]);
  expect(await isListed()).toBe(false);
});

test.each([
  '9999-99-99T99:99:99.999999',
  '0000-01-01T00:00:00.000000',
  '2026-02-30T00:00:00.000000',
])('a page after %s is refused, since the calendar has no such moment', async (moment) => {
  const after = encodeURIComponent(`${moment}Z ffffffff-ffff-ffff-ffff-ffffffffffff`);
  for (const path of ['auth/getallassignments', 'auth/getQuizData', 'quizzes']) {
    const url = `/api/v1/${path}?after=${after}`;
    const reply = await server.app.inject({ url, headers: admin.headers });
    expect([reply.statusCode, reply.json().message]).toEqual([
      400,
      'That page is not known. Begin with the first.',
    ]);
  }
});

test('a quiz and an assignment of the same id take nothing from each other', async () => {
  const [id = ''] = await insertAssignments('MCA', 1, 1);
  const { rows } = await server.pool.query(
    `insert into quizzes (unique_id, status, subject_id, topic, class_name, total_questions,
       score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
       for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
       shuffle_options, created_by)
     values ($1, 'published', 'S', 'T', 'C', 1, 1, '00:10', 600, now(), now() + interval '1 day',
       false, array['MCA'], '{}', '{}', 'at_end', 'at_end', false, false, $2) returning unique_id`,
    [id, admin.id],
  );
  expect(rows).toHaveLength(1);
  const kinds = async () =>
    (
      await server.pool.query(
        'select kind from work_audience where work_id = $1 and is_current order by kind',
        [id],
      )
    ).rows.map(({ kind }) => kind);
  expect(await kinds()).toEqual(['assignment', 'quiz']);
  await server.pool.query('delete from quizzes where unique_id = $1', [id]);
  expect(await kinds()).toEqual(['assignment']);
});

test('an assignment that is changed is of this term again', async () => {
  const [id = ''] = await insertAssignments('MCA', 1, 400);
  const isListed = async () =>
    (await list('', student)).result.some((one: { id: string }) => one.id === id);
  expect(await isListed()).toBe(false);
  await server.pool.query('update assignments set updated_at = now() where id = $1', [id]);
  expect(await isListed()).toBe(true);
});

test('the count of an audience is the number of students the rule admits', async () => {
  const { pool } = server;
  const audience = record({
    everyone: boolean(),
    courses: array(constantFrom('CSE', 'Ece', 'none')),
    years: array(constantFrom('2026', '2028')),
    rollNumbers: array(constantFrom(...made.map(({ id }) => id), 'zz')),
  });
  const everybody = [
    ...STUDENTS.map(({ course, graduationYear }, place) => ({
      course,
      year: graduationYear,
      rollNumber: made[place]?.id ?? '',
      classes: [],
    })),
    { course: 'MCA', year: '2028', rollNumber: student.id, classes: [] },
  ];
  await assert(
    asyncProperty(array(audience, { minLength: 1, maxLength: 4 }), async (typed) => {
      const audiences = typed.flatMap((one) => Audience.safeParse(one).data ?? []);
      const before = await sumReach(pool, FULL_ACCESS);
      const ids: string[] = [];
      for (const { everyone, courses, years, rollNumbers } of audiences) {
        const { rows } = await pool.query(
          `insert into assignments (title, text, file_name, max_marks, for_everyone, for_courses,
             for_years, for_roll_numbers, created_by)
           values ('Reach', 'Add.', '', 10, $1, $2, $3, $4, $5) returning id`,
          [everyone, courses, years, rollNumbers, admin.id],
        );
        ids.push(String(rows[0].id));
      }
      const scope = await countReach(pool, ids, FULL_ACCESS);
      const expected = audiences.map(
        (one) => everybody.filter((person) => isInAudience(one, person)).length,
      );
      expect(ids.map((id) => scope.get(id))).toEqual(expected);
      expect(await sumReach(pool, FULL_ACCESS)).toBe(
        before + expected.reduce((total, count) => total + count, 0),
      );
    }),
    { numRuns: 60 },
  );
});
