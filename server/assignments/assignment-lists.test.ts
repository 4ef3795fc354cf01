import { Audience, isInAudience } from '@vlabs/contract/people/audience';
import { array, assert, asyncProperty, boolean, constantFrom, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { type TestApp, makeTestApp } from '../testing/test-app.ts';
import { countReach, sumReach } from './reach.queries.ts';

let server: TestApp;
let admin: MadePerson;
let student: MadePerson;
const STUDENTS = [
  { course: 'CSE', graduationYear: '2026' },
  { course: 'cse', graduationYear: '2027' },
  { course: 'ECE', graduationYear: '2026' },
  { course: '', graduationYear: '' },
];
const made: MadePerson[] = [];

beforeAll(async () => {
  server = await makeTestApp();
  admin = await makeAdmin(server.pool);
  for (const one of STUDENTS) made.push(await makeListedStudent(server.pool, one));
  student = await makeListedStudent(server.pool, { course: 'MCA', graduationYear: '2028' });
});
afterAll(() => server.close());

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

/** Due so many days ago and changed at that moment, several at once. */
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

test('an assignment that is changed is of this term again', async () => {
  const [id = ''] = await insertAssignments('MCA', 1, 400);
  const isListed = async () =>
    (await list('', student)).result.some((one: { id: string }) => one.id === id);
  expect(await isListed()).toBe(false);
  await server.pool.query('update assignments set updated_at = now() where id = $1', [id]);
  expect(await isListed()).toBe(true);
});

test('the count of an audience is that of the students whom the rule lets in', async () => {
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
    })),
    { course: 'MCA', year: '2028', rollNumber: student.id },
  ];
  await assert(
    asyncProperty(array(audience, { minLength: 1, maxLength: 4 }), async (typed) => {
      const audiences = typed.flatMap((one) => Audience.safeParse(one).data ?? []);
      const before = await sumReach(pool);
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
      const reach = await countReach(pool, ids);
      const expected = audiences.map(
        (one) => everybody.filter((person) => isInAudience(one, person)).length,
      );
      expect(ids.map((id) => reach.get(id))).toEqual(expected);
      expect(await sumReach(pool)).toBe(
        before + expected.reduce((total, count) => total + count, 0),
      );
    }),
    { numRuns: 60 },
  );
});
