import {
  Audience,
  type Enrolment,
  groupOfPerson,
  groupsOfStudent,
  isInAudience,
} from '@vlabs/contract/students/audience';
import { array, assert, asyncProperty, boolean, record, subarray } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findAssignment,
  insertAssignment,
  countReach,
} from '../assignments/assignments.queries.ts';
import { FULL_ACCESS } from '../platform/access/access-scope.ts';
import { countStudentsIn } from '../students/audience/audience.queries.ts';
import { enrolmentOf, listStudentsIn } from '../students/students.reads.ts';
import { makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { type TestDatabase, makeTestDatabase } from '../testing/database/test-database.ts';

let database: TestDatabase;
let classIds: string[];
let sectionIds: string[];
const rollNumbers = ['2101', '2104', '21ab', '21AC'];

beforeAll(async () => {
  database = await makeTestDatabase();
  const { pool } = database;
  await makeAdmin(pool, 'teacher');
  for (const [place, id] of rollNumbers.entries()) {
    const [course, graduationYear] = place % 2 === 0 ? ['MCA', '2027'] : ['B.Tech É', ''];
    await makeListedStudent(pool, { id, course, graduationYear });
  }
  const { rows } = await pool.query(`
    with term as (
      insert into terms (name, starts_on, ends_on) values ('Odd', '2026-07-01', '2026-12-31')
      returning id
    ), made as (
      insert into classes (term_id, subject, name, created_by)
      select term.id, 'Algorithms', name, 'teacher' from term, unnest(array['A', 'B']) as name
      returning id
    ), parted as (
      insert into sections (class_id, name)
      select made.id, name from made, unnest(array['1', '2']) as name returning id, class_id
    )
    select array(select id from made) as classes, array(select id from parted) as sections`);
  classIds = rows[0].classes;
  sectionIds = rows[0].sections;
});
afterAll(() => database.close());

/** Enrols people in classes and sections; some have left, some teach. */
async function enrol(joins: readonly { who: string[]; into: number; role: string }[]) {
  const { pool } = database;
  await pool.query('delete from class_members');
  for (const { who, into, role } of joins) {
    await pool.query(
      `insert into class_members (class_id, person_id, role, left_at)
       select class_id, person_id, $3, case when $4 then now() end
       from sections, unnest($1::text[]) as person_id where sections.id = $2
       on conflict do nothing`,
      [who, sectionIds[into], role === 'left' ? 'student' : role, role === 'left'],
    );
    await pool.query(
      `insert into member_sections (class_id, person_id, section_id)
       select class_id, person_id, sections.id
       from sections, unnest($1::text[]) as person_id where sections.id = $2
       on conflict do nothing`,
      [who, sectionIds[into]],
    );
  }
}

const joining = (role: string) =>
  array(
    record({
      who: subarray(rollNumbers),
      into: record({ a: boolean(), b: boolean() }).map(({ a, b }) => Number(a) * 2 + Number(b)),
    }),
    { maxLength: 4 },
  ).map((joins) => joins.map((join) => ({ ...join, role })));

const some = record({
  students: joining('student'),
  others: joining('assistant'),
  gone: joining('left'),
  everyone: boolean(),
  courses: subarray(['mca', 'B.TECH É', 'none']),
  years: subarray(['2027']),
  named: subarray(['2101', '21ab', '21ac']),
  sections: subarray([0, 1, 2, 3]),
  isInFirst: boolean(),
});

test('work in a class is for its students alone, by the index, by the statement and by the rule', async () => {
  const { pool } = database;
  let found = 0;
  await assert(
    asyncProperty(some, async ({ students, others, gone, everyone, courses, years, ...rest }) => {
      await enrol([...students, ...others, ...gone]);
      const { data: audience } = Audience.safeParse({
        everyone,
        courses,
        years,
        rollNumbers: rest.named,
        inClass: {
          classId: classIds[rest.isInFirst ? 0 : 1],
          sections: rest.sections.map((place) => sectionIds[place]),
        },
      });
      if (!audience) return;
      const people = await Promise.all(rollNumbers.map((id) => enrolmentOf(pool, id)));
      const expected = people.filter((person) => isInAudience(audience, person));
      found += expected.length;

      const listed = await listStudentsIn(pool, audience);
      expect(listed.map(({ id }) => id)).toEqual(expected.map(({ rollNumber }) => rollNumber));
      expect(await countStudentsIn(pool, audience)).toBe(expected.length);

      const id = await insertAssignment(pool, { ...content, audience });
      expect((await findAssignment(pool, id))?.audience).toEqual(audience);
      expect((await countReach(pool, [id], FULL_ACCESS)).get(id)).toBe(expected.length);
      for (const person of people) {
        expect(await hasWork(person, id)).toBe(expected.includes(person));
      }
    }),
    { numRuns: 60 },
  );
  expect(found).toBeGreaterThan(20);
});

test('a student of classes has the same groups by the database and by the contract', async () => {
  const { pool } = database;
  await assert(
    asyncProperty(some, async ({ students, others, gone }) => {
      await enrol([...students, ...others, ...gone]);
      for (const id of rollNumbers) {
        const person = await enrolmentOf(pool, id);
        const { rows } = await pool.query(
          'select array_remove(all_groups_of_student($1, $2, $3), null) as groups',
          [id, person.course, person.year],
        );
        const expected = [groupOfPerson(id), ...groupsOfStudent(person)];
        expect(rows[0].groups.toSorted()).toEqual(expected.toSorted());
      }
    }),
    { numRuns: 40 },
  );
});

async function hasWork({ rollNumber, course, year }: Enrolment, id: string): Promise<boolean> {
  const { rows } = await database.pool.query(
    `select 1 from work_of_student('assignment', $1, $2, $3, '-infinity') where work_id = $4`,
    [rollNumber, course, year, id],
  );
  return rows.length > 0;
}

const content = {
  title: 'Sums',
  text: 'Add.',
  starterCode: '',
  canStep: true,
  fileId: null,
  fileName: '',
  languageId: null,
  dueAt: null,
  maxMarks: 10,
  createdBy: 'teacher',
  isDemo: false,
};
