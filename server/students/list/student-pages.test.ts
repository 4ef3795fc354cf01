import type { Audience } from '@vlabs/contract/students/audience';
import {
  STUDENTS_IN_ONE_REPLY,
  StudentSort,
  type Student,
  accountStateOf,
} from '@vlabs/contract/students/students';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  makeAdmin,
  makeGuest,
  makeListedStudent,
  makeUnregistered,
} from '../../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
beforeAll(async () => {
  for (const [place, course] of ['Sec 10', 'Sec 2', 'sec 2', '', 'Élan'].entries()) {
    await makeListedStudent(server.pool, { id: `R20${place}x`, course });
    await makeListedStudent(server.pool, { id: `R9${place}x`, course });
  }
  await makeUnregistered(server.pool);
  await makeGuest(server.pool);
});

async function ask(query: string) {
  const url = `/api/v1/students?${query}`;
  const reply = await server.app.inject({ url, headers: admin.headers });
  return { status: reply.statusCode, body: reply.json() };
}

async function listAll(query: string): Promise<Student[]> {
  const found: Student[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { body } = await ask(`${query}${next && `&after=${encodeURIComponent(next)}`}`);
    found.push(...body.data.students);
    next = body.data.next;
  }
  return found;
}

async function reach(audience: Partial<Audience>) {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/audience-reach',
    headers: admin.headers,
    payload: { everyone: false, ...audience },
  });
  return reply.json().data;
}

const values: Record<StudentSort, (student: Student) => string> = {
  roll: ({ rollNumber }) => rollNumber,
  name: ({ name }) => name,
  account: accountStateOf,
  course: ({ course }) => course,
  email: ({ email }) => email,
  mobile: ({ mobile }) => mobile,
  mentor: ({ mentorName }) => mentorName,
  parent: ({ parentMobile }) => parentMobile,
  year: ({ graduationYear }) => graduationYear,
};
const inWords = new Intl.Collator('en-IN', { numeric: true });

test.each(StudentSort.options)(
  'sorted by %s, in pages of three, everybody comes once and in order, both ways',
  async (sort) => {
    const value = values[sort];
    const found = await listAll(`sort=${sort}&max=3`);
    const ids = found.map(({ rollNumber }) => rollNumber);
    expect(new Set(ids).size).toBe(12);
    expect(found).toHaveLength(12);
    const sorted = found.toSorted(
      (one, other) =>
        inWords.compare(value(one), value(other)) ||
        inWords.compare(one.rollNumber, other.rollNumber),
    );
    expect(ids).toEqual(sorted.map(({ rollNumber }) => rollNumber));
    const turned = await listAll(`sort=${sort}&direction=descending&max=5`);
    expect(turned.map(({ rollNumber }) => rollNumber)).toEqual(ids.toReversed());
  },
);

test('filters leave those who have what they name, whatever the case, and the counts say how many', async () => {
  const { body } = await ask('course=SEC+2&max=1');
  expect(body.data.counts).toEqual({
    found: { students: 4, guests: 0 },
    all: { students: 11, guests: 1 },
    unregistered: 0,
  });
  expect(body.data.next).not.toBeNull();
  expect((await listAll('account=Not+registered+yet')).map(accountStateOf)).toEqual([
    'Not registered yet',
  ]);
  expect((await ask('account=Guest')).body.data.counts.found).toEqual({ students: 0, guests: 1 });
});

test('who moves within the list while it is read takes nobody with them', async () => {
  const first = (await ask('sort=account&max=5')).body.data;
  const last = first.students.at(-1).rollNumber;
  await server.pool.query('update people set disabled_at = now() where id = $1', [last]);
  const after = encodeURIComponent(first.next);
  const rest = (await ask(`sort=account&max=50&after=${after}`)).body.data;
  const ids = [...first.students, ...rest.students].map(({ rollNumber }) => rollNumber);
  expect(new Set(ids).size).toBe(12);
  await server.pool.query('update people set disabled_at = null where id = $1', [last]);
});

test('a search finds each word somewhere, with letters beyond English, and no sign is a wildcard', async () => {
  expect(await listAll('search=élan')).toHaveLength(2);
  expect(await listAll('search=sec+R20')).toHaveLength(3);
  expect(await listAll('search=%25')).toHaveLength(0);
  expect(await listAll('search=_____________________')).toHaveLength(0);
});

test('a page that is not known, and one that is too large, are refused with a sentence', async () => {
  for (const query of [
    'after=nobody',
    'max=0',
    'max=1001',
    'max=a',
    'sort=password',
    'account=x',
    'after=%00',
  ]) {
    const { status, body } = await ask(query);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/\w/)]);
  }
  expect((await ask(`search=${'a'.repeat(201)}`)).body.message).toBe(
    'Search for at most 200 characters.',
  );
});

test('courses, years and mentors to choose from are each there once, with how many have them', async () => {
  const url = '/api/v1/audience-choices';
  const { data } = (await server.app.inject({ url, headers: admin.headers })).json();
  expect(data.courses.map(({ name }: { name: string }) => name.toLowerCase())).toEqual([
    'élan',
    'sec 2',
    'sec 10',
  ]);
  expect(data.courses[1].students).toBe(4);
});

test('the reach of an audience counts students once and names roll numbers that nobody has', async () => {
  expect(await reach({ everyone: true })).toEqual({ reached: 11, students: 11, unknown: [] });
  expect(await reach({})).toEqual({ reached: 0, students: 11, unknown: [] });
  const some = { courses: ['SEC 2'], rollNumbers: ['r201X', 'R90x', 'Nobody', 'Anyone'] };
  expect(await reach(some)).toEqual({ reached: 5, students: 11, unknown: ['nobody', 'anyone'] });
});

test('the list of all is whole in several replies where it is longer than one', async () => {
  await server.pool.query(
    `insert into people (id, name, role) select 'many' || n, 'One of Many', 0 from generate_series(1, $1) n`,
    [STUDENTS_IN_ONE_REPLY],
  );
  onTestFinished(async () => {
    await server.pool.query(`delete from people where id like 'many%'`);
  });
  const url = '/api/v1/auth/getall';
  const first = (await server.app.inject({ url, headers: admin.headers })).json();
  expect(first.studentsData).toHaveLength(STUDENTS_IN_ONE_REPLY);
  const rest = await server.app.inject({
    url: `${url}?after=${first.next}`,
    headers: admin.headers,
  });
  expect(Object.keys(rest.json())).toEqual(['success', 'studentsData']);
  const all = [...first.studentsData, ...rest.json().studentsData];
  expect(new Set(all.map((student) => student['Roll no'])).size).toBe(STUDENTS_IN_ONE_REPLY + 11);
});
