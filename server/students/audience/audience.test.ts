import {
  Audience,
  EVERYONE,
  NOT_ENROLLED,
  groupOfPerson,
  groupsOfStudent,
  isInAudience,
} from '@vlabs/contract/students/audience';
import {
  array,
  assert,
  asyncProperty,
  boolean,
  constant,
  constantFrom,
  record,
  tuple,
} from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDemo, seedDemo } from '../../demo/demo.ts';
import { makeAdmin, makeListedStudent, makeStudent } from '../../testing/acts/make.ts';
import { type TestDatabase, makeTestDatabase } from '../../testing/database/test-database.ts';
import { FULL_ACCESS } from '../../platform/access/access-scope.ts';
import { countStudents, enrolmentOf, listEnrolments, listStudentsIn } from '../students.reads.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeTestDatabase();
  const { pool } = database;
  await makeListedStudent(pool, { id: '0021', course: 'B.Tech CSE', graduationYear: '2027' });
  await makeListedStudent(pool, { id: '21ab', course: 'B.Tech IT', graduationYear: '2027' });
  await makeListedStudent(pool, { id: '21AC', course: 'MCA', graduationYear: '2026' });
  await makeStudent(pool, 'unlisted');
  await makeAdmin(pool, 'teacher');
});
afterAll(() => database.close());

async function listIds(audience: Partial<Audience>): Promise<string[]> {
  const students = await listStudentsIn(database.pool, {
    ...EVERYONE,
    everyone: false,
    ...audience,
  });
  return students.map(({ id }) => id);
}

test('everyone is every student, listed or not, and no admin', async () => {
  expect(await listIds({ everyone: true })).toEqual(['0021', '21ab', '21AC', 'unlisted']);
  expect(await countStudents(database.pool, FULL_ACCESS)).toBe(4);
});

test('a course, a year or a roll number chooses its students, whatever the case', async () => {
  expect(await listIds({ courses: ['b.tech cse'] })).toEqual(['0021']);
  expect(await listIds({ years: ['2027'] })).toEqual(['0021', '21ab']);
  expect(await listIds({ rollNumbers: ['21AB', '21ac'] })).toEqual(['21ab', '21AC']);
  expect(await listIds({ courses: ['MCA'], rollNumbers: ['0021'] })).toEqual(['0021', '21AC']);
});

test('a course is chosen by its name as it is, with every space', async () => {
  const course = 'B.Tech  CSE (evening)';
  const student = await makeListedStudent(database.pool, { id: 'spaced', course });
  const { courses } = Audience.parse({ everyone: false, courses: [course] });
  expect(await listIds({ courses })).toEqual([student.id]);
  await database.pool.query('delete from people where id = $1', [student.id]);
});

test('names and roll numbers choose their students in whatever form they are typed', async () => {
  const { pool } = database;
  const scripted = await makeStudent(pool, 'PH‑५१०१');
  expect(await listIds({ rollNumbers: ['ph-5101', '००२१'] })).toEqual(['0021', scripted.id]);
  const typed = Audience.parse({ everyone: false, courses: ['B. Tech Jose\u0301'] });
  expect(typed.courses).toEqual(['B. Tech José']);
  await pool.query('delete from people where id = $1', [scripted.id]);
});

test('who has no course belongs to no course', async () => {
  expect(await listIds({ courses: [''], years: [''] })).toEqual([]);
});

test('the database and the rule of the contract choose the same students', async () => {
  const everyone = await listStudentsIn(database.pool, EVERYONE);
  const audiences = [
    { courses: ['B.TECH IT', 'mca'] },
    { years: ['2026', '2030'] },
    { courses: ['none'], rollNumbers: ['unlisted'] },
    { courses: [''] },
  ];
  for (const some of audiences) {
    const audience = { ...EVERYONE, everyone: false, ...some };
    const chosen = everyone.filter((student) =>
      isInAudience(audience, { ...student, rollNumber: student.id }),
    );
    expect(await listIds(some)).toEqual(chosen.map(({ id }) => id));
  }
});

/** Short names, so that many are equal, with letters whose case depends on the language. */
const name = tuple(
  array(constantFrom(...Array.from('aÉéΑΣςσẞßİIıЖ7 ')), { maxLength: 3 }),
  constantFrom('toUpperCase', 'toLowerCase', 'trim'),
).map(([letters, inCase]) => letters.join('')[inCase]());
const rollNumber = name.map((text) => `1${text.replaceAll(' ', '')}`);
const someAudience = record({
  everyone: boolean(),
  courses: array(name, { maxLength: 3 }),
  years: array(name, { maxLength: 2 }),
  rollNumbers: array(rollNumber, { maxLength: 3 }),
});
const someStudents = array(
  record({ rollNumber, course: name, year: name, classes: constant([]) }),
  { minLength: 1 },
);

test('the database and the contract agree on audiences', async () => {
  let chosen = 0;
  await assert(
    asyncProperty(someAudience, someStudents, async (typed, students) => {
      const { data: audience } = Audience.safeParse(typed);
      if (!audience) return;
      const { everyone, courses, years, rollNumbers } = audience;
      const listed = (of: 'rollNumber' | 'course' | 'year') =>
        students.map((student) => student[of]);
      const { rows } = await database.pool.query(
        `select groups_of_audience($1, $2, $3, $4) && groups_of_student(roll_number, course, year)
           as chosen
         from unnest($5::text[], $6::text[], $7::text[])
           with ordinality as student (roll_number, course, year, place)
         order by place`,
        [
          everyone,
          courses,
          years,
          rollNumbers,
          listed('rollNumber'),
          listed('course'),
          listed('year'),
        ],
      );
      const expected = students.map((student) => isInAudience(audience, student));
      expect(rows.map((row) => row.chosen)).toEqual(expected);
      if (!everyone) chosen += expected.filter(Boolean).length;
    }),
    { numRuns: 300 },
  );
  expect(chosen).toBeGreaterThan(50);
});

test('a student has the same groups by the database and by the contract', async () => {
  await assert(
    asyncProperty(someStudents, async (students) => {
      const { rows } = await database.pool.query(
        `select array_remove(groups_of_student(student."rollNumber", course, year), null) as groups
         from jsonb_to_recordset($1::jsonb)
           as student ("rollNumber" text, course text, year text)`,
        [JSON.stringify(students)],
      );
      const expected = students.map((student) =>
        [groupOfPerson(student.rollNumber), ...groupsOfStudent(student)].toSorted(),
      );
      expect(rows.map(({ groups }) => groups.toSorted())).toEqual(expected);
    }),
    { numRuns: 100 },
  );
});

/** Work whose audience is set and then changed. */
const someWork = record({
  kind: constantFrom('quiz', 'assignment'),
  first: someAudience,
  second: someAudience,
  isChanged: boolean(),
});

test('what a student is found to have by the index is what is for them by the rule', async () => {
  const { pool } = database;
  let found = 0;
  await assert(
    asyncProperty(someWork, someStudents, async ({ kind, first, second, isChanged }, students) => {
      const [one, other] = [Audience.safeParse(first).data, Audience.safeParse(second).data];
      if (!one || !other) return;
      const id = await insertWork(pool, kind, one);
      const table = kind === 'quiz' ? 'quizzes' : 'assignments';
      if (isChanged) {
        await pool.query(
          `update ${table} set for_everyone = $2, for_courses = $3, for_years = $4,
             for_roll_numbers = $5
           where ${kind === 'quiz' ? 'unique_id' : 'id'} = $1`,
          [id, other.everyone, other.courses, other.years, other.rollNumbers],
        );
      }
      const { rows } = await pool.query(
        `select exists (select 1
           from work_of_student($2, student."rollNumber", course, year, '-infinity')
           where work_id = $3) as found
         from jsonb_to_recordset($1::jsonb)
           as student ("rollNumber" text, course text, year text)`,
        [JSON.stringify(students), kind, id],
      );
      const expected = students.map((student) => isInAudience(isChanged ? other : one, student));
      expect(rows.map((row) => row.found)).toEqual(expected);
      found += expected.filter(Boolean).length;
    }),
    { numRuns: 150 },
  );
  expect(found).toBeGreaterThan(30);
});

async function insertWork(pool: TestDatabase['pool'], kind: string, audience: Audience) {
  const { everyone, courses, years, rollNumbers } = audience;
  const statement =
    kind === 'quiz'
      ? `insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
           score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
           for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
           shuffle_options, created_by)
         values (gen_random_uuid(), 'published', '', '', '', 1, 1, '1', 3600, now(),
           now() + interval '1 hour', $1, $2, $3, $4, 'at_end', 'at_end', false, false, 'teacher')
         returning unique_id as id`
      : `insert into assignments (title, text, file_name, max_marks, for_everyone, for_courses,
           for_years, for_roll_numbers, created_by)
         values ('Sums', 'Add.', '', 10, $1, $2, $3, $4, 'teacher')
         returning id`;
  const { rows } = await pool.query(statement, [everyone, courses, years, rollNumbers]);
  return String(rows[0].id);
}

const enrolmentIn = (id: string) => enrolmentOf(database.pool, id);

test('an enrolment is found by roll number without case; an admin and a stranger have none', async () => {
  const inMca = { course: 'MCA', year: '2026', classes: [] };
  expect(await enrolmentIn('21aC')).toEqual({ rollNumber: '21aC', ...inMca });
  for (const id of ['unlisted', 'teacher', 'nobody'])
    expect(await enrolmentIn(id)).toEqual({ rollNumber: id, ...NOT_ENROLLED });
});

test('enrolments of many are found at once, and who is no student has none', async () => {
  const enrolments = await listEnrolments(database.pool, ['21AB', '0021', 'teacher', 'nobody']);
  expect(Object.fromEntries(enrolments)).toEqual({
    '0021': { course: 'B.Tech CSE', year: '2027', classes: [] },
    '21ab': { course: 'B.Tech IT', year: '2027', classes: [] },
  });
});

test('the demo’s students count only while the demo is open', async () => {
  const demo = await makeTestDatabase();
  await seedDemo(demo.pool);
  expect(await countStudents(demo.pool, FULL_ACCESS)).toBe(40);
  await closeDemo(demo.pool);
  expect(await countStudents(demo.pool, FULL_ACCESS)).toBe(0);
  await demo.close();
});

test('an audience for nobody is refused, and names are kept once and trimmed', () => {
  expect(Audience.safeParse({ everyone: false, courses: [' '] }).success).toBe(false);
  expect(
    Audience.parse({ everyone: false, courses: [' MCA', 'mca', ''], rollNumbers: ['21AB '] }),
  ).toEqual({ everyone: false, courses: ['MCA'], years: [], rollNumbers: ['21ab'] });
});
