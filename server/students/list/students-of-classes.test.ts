import { beforeAll, expect, test } from 'vitest';
import { joinClass } from '../../testing/acts/make-class.ts';
import { makeQuiz, openSettings } from '../../testing/acts/make-quiz.ts';
import { type TwoClasses, makeTwoClasses } from '../../testing/acts/make-two-classes.ts';
import { type MadePerson, makeListedStudent } from '../../testing/acts/make.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { setUpServer } from '../../testing/server.setup.ts';

const callers = ['campus', 'owner', 'teacher', 'assistant', 'other', 'idle'] as const;
const students = ['a1', 'a2', 'b1', 'b2', 'both', 'none'] as const;
type Where = 'a' | 'b' | 'campus';

/** `both` is in the first section of A and the second of B, `none` is in no class, `left` has left A. */
let made: TwoClasses & Record<'both' | 'none' | 'left', MadePerson>;
const quizzes = new Map<Where, string>();

const server = setUpServer();
beforeAll(async () => {
  const { pool } = server;
  const listed = (course: string, parentMobile: string) =>
    makeListedStudent(pool, {
      course,
      parentMobile,
      mentorName: `Dr ${course}`,
      other: [{ heading: 'Hostel', text: `Hall ${course}` }],
    });
  made = {
    ...(await makeTwoClasses(pool)),
    both: await listed('IT', '9000000001'),
    none: await listed('MECH', '9000000002'),
    left: await listed('CIVIL', '9000000003'),
  };
  const { a, b, both, left } = made;
  await joinClass(pool, a, both, { role: 'student', sections: [a.sections[0]] });
  await joinClass(pool, b, both, { role: 'student', sections: [b.sections[1]] });
  await joinClass(pool, a, left, { role: 'student', sections: [a.sections[0]], hasLeft: true });
  for (const where of ['a', 'b', 'campus'] as const) await makeWork(where);
});

/** Creates a quiz that `both` has sat and an assignment they have handed in. */
async function makeWork(where: Where) {
  const inClass = where === 'campus' ? {} : { inClass: { classId: made[where].classId } };
  const audience = { everyone: true, ...inClass };
  const settings = openSettings(audience);
  const formDetails = { topic: `Quiz of ${where}` };
  const quizId = await makeQuiz(server.app, made.campus, { settings, formDetails });
  quizzes.set(where, quizId);
  const calls = callsOn(server, quizId, made.both);
  await calls.start();
  await calls.submit({ 1: '2' });
  const payload = { title: `Work of ${where}`, assignment: 'Write it.', audience };
  const created = await post(made.campus, '/auth/create-assignment', payload);
  const handIn = { kind: 'text', text: 'Done.' };
  await post(made.both, `/assignments/${created.data.id}/hand-ins`, handIn);
}

async function post({ headers }: MadePerson, path: string, payload: object) {
  const url = `/api/v1${path}`;
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  return { status: reply.statusCode, ...reply.json() };
}

const ask = ({ headers }: MadePerson, path: string) =>
  server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });

const statusesOf = (path: string) =>
  Promise.all(callers.map(async (name) => (await ask(made[name], path)).statusCode));

const nameOf = (id: string): string => students.find((name) => made[name].id === id) ?? id;
const sorted = (texts: string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1));

/** The students and counts of a page. */
async function list(caller: MadePerson, query = '') {
  const reply = await ask(caller, `/students${query}`);
  expect(reply.statusCode).toBe(200);
  const { students: found, counts } = reply.json().data;
  const names = found.map(({ rollNumber }: { rollNumber: string }) => nameOf(rollNumber));
  return { names: sorted(names), counts, found };
}
const namesIn = async (caller: MadePerson, query = '') => (await list(caller, query)).names;

const everybody = () => sorted([...students, made.left.id]);

const countsOf = async (caller: MadePerson, query = '') => (await list(caller, query)).counts;

const countsWith = (found: number, all: number) => ({
  found: { students: found, guests: 0 },
  all: { students: all, guests: 0 },
  unregistered: 0,
});

test('students are those of own classes and sections, and so are their counts', async () => {
  expect(await namesIn(made.campus)).toEqual(everybody());
  expect(await namesIn(made.owner)).toEqual(['a1', 'a2', 'both']);
  expect(await namesIn(made.teacher)).toEqual(['a1', 'a2', 'both']);
  expect(await namesIn(made.assistant)).toEqual(['a1', 'both']);
  expect(await namesIn(made.other)).toEqual(['b1', 'b2', 'both']);
  expect(await namesIn(made.idle)).toEqual([]);
  expect(await countsOf(made.campus)).toMatchObject({ all: { students: 7, guests: 0 } });
  expect(await countsOf(made.owner)).toEqual(countsWith(3, 3));
  expect(await countsOf(made.owner, '?course=IT')).toEqual(countsWith(1, 3));
  expect(await countsOf(made.assistant)).toEqual(countsWith(2, 2));
  expect(await countsOf(made.idle)).toEqual(countsWith(0, 0));
});

test('a class and a section narrow the list, and widen it for nobody', async () => {
  const { a, b, campus, owner, assistant, other } = made;
  const inA = `?class=${a.classId}`;
  const [first, second] = a.sections;
  expect(await namesIn(campus, inA)).toEqual(['a1', 'a2', 'both']);
  expect(await namesIn(campus, `${inA}&section=${second}`)).toEqual(['a2']);
  expect(await namesIn(campus, `${inA}&section=${b.sections[0]}`)).toEqual([]);
  expect(await namesIn(owner, inA)).toEqual(['a1', 'a2', 'both']);
  expect(await namesIn(owner, `${inA}&section=${first}`)).toEqual(['a1', 'both']);
  expect(await namesIn(assistant, inA)).toEqual(['a1', 'both']);
  expect(await namesIn(assistant, `${inA}&section=${second}`)).toEqual([]);
  expect(await namesIn(owner, `?class=${b.classId}`)).toEqual([]);
  expect(await namesIn(other, `${inA}&section=${first}`)).toEqual([]);
  expect((await list(campus, inA)).counts.all).toEqual({ students: 3, guests: 0 });
  expect((await ask(campus, `/students?section=${first}`)).statusCode).toBe(400);
});

test('neither a search nor a filter nor a page shows students of others', async () => {
  const { owner, assistant, a2, b1, none, left } = made;
  for (const { id } of [b1, none, left]) {
    expect(await namesIn(owner, `?search=${id}`)).toEqual([]);
  }
  expect(await namesIn(assistant, `?search=${a2.id}`)).toEqual([]);
  expect(await namesIn(owner, '?course=MECH')).toEqual([]);
  expect(await namesIn(owner, '?sort=name&direction=descending&max=1000')).toHaveLength(3);
  const first = (await ask(owner, '/students?max=2')).json().data;
  const second = await namesIn(owner, `?after=${encodeURIComponent(first.next)}`);
  expect(second).toHaveLength(1);
});

test('a student is shown by their roll number to who teaches them', async () => {
  const of = (name: (typeof students)[number]) => statusesOf(`/students/${made[name].id}`);
  expect(await of('a1')).toEqual([200, 200, 200, 200, 403, 403]);
  expect(await of('a2')).toEqual([200, 200, 200, 403, 403, 403]);
  expect(await of('b1')).toEqual([200, 403, 403, 403, 200, 403]);
  expect(await of('both')).toEqual([200, 200, 200, 200, 200, 403]);
  expect(await of('none')).toEqual([200, 403, 403, 403, 403, 403]);
  expect(await statusesOf(`/students/${made.left.id}`)).toEqual([200, 403, 403, 403, 403, 403]);
});

test('what a list says of parents and mentors is for owners, also by a search and a sort', async () => {
  const { campus, owner, teacher, assistant, other, both } = made;
  const known = {
    mentorName: 'Dr IT',
    parentMobile: '9000000001',
    other: [{ heading: 'Hostel', text: 'Hall IT' }],
  };
  const hidden = { mentorName: '', mentorEmail: '', parentMobile: '', other: [] };
  const look = async (caller: MadePerson) =>
    (await ask(caller, `/students/${both.id.toLowerCase()}`)).json().data;
  for (const caller of [campus, owner, other]) expect(await look(caller)).toMatchObject(known);
  for (const caller of [teacher, assistant]) expect(await look(caller)).toMatchObject(hidden);

  const sought = [
    '?search=9000000001',
    '?search=Hall%20IT',
    '?mentor=Dr%20IT',
    `?search=Dr%20IT&class=${made.a.classId}`,
  ];
  for (const query of sought) {
    expect(await namesIn(owner, query)).toEqual(['both']);
    expect(await namesIn(teacher, query)).toEqual([]);
  }
  const listed = (await list(teacher, '?sort=parent')).found;
  expect(listed.map(({ parentMobile }: { parentMobile: string }) => parentMobile)).toEqual([
    '',
    '',
    '',
  ]);
  const { next } = (await ask(teacher, '/students?sort=parent&max=1')).json().data;
  expect(next).toMatch(/^\S+ $/);

  // An assistant in one class who owns another sees more data about students of the latter.
  await joinClass(server.pool, made.b, assistant, { role: 'owner' });
  expect(await look(assistant)).toMatchObject(known);
  expect((await list(assistant, `?search=${made.a1.id}`)).found).toMatchObject([hidden]);
  await server.pool.query('delete from class_members where person_id = $1 and class_id = $2', [
    assistant.id,
    made.b.classId,
  ]);
});

const worksOf = (...where: Where[]) =>
  sorted(where.flatMap((one) => [`Work of ${one}`, `Quiz of ${one}`]));

test('of the work of a student is shown what is of own classes, and no run', async () => {
  const program = { source_code: 'main', language_id: 50 };
  const { headers } = made.both;
  const url = '/judge0/submissions';
  const ran = await server.app.inject({ method: 'POST', url, headers, payload: program });
  expect(ran.statusCode).toBe(201);
  const look = async (caller: MadePerson) => {
    const { data } = (await ask(caller, `/students/${made.both.id}/work`)).json();
    const titles = data.assignments.map(({ title }: { title: string }) => title);
    const topics = data.quizzes.map(({ topic }: { topic: string }) => topic);
    return [...sorted([...titles, ...topics]), data.runs.length];
  };
  expect(await look(made.campus)).toEqual([...worksOf('a', 'b', 'campus'), 1]);
  expect(await look(made.owner)).toEqual([...worksOf('a'), 0]);
  expect(await look(made.teacher)).toEqual([...worksOf('a'), 0]);
  expect(await look(made.assistant)).toEqual([...worksOf('a'), 0]);
  expect(await look(made.other)).toEqual([...worksOf('b'), 0]);
  const work = (name: (typeof students)[number]) => statusesOf(`/students/${made[name].id}/work`);
  expect(await work('both')).toEqual([200, 200, 200, 200, 200, 403]);
  expect(await work('a2')).toEqual([200, 200, 200, 403, 403, 403]);
  expect(await work('none')).toEqual([200, 403, 403, 403, 403, 403]);
});

const profileOf = async (caller: MadePerson) => {
  const { data } = (await ask(caller, '/admin-counts')).json();
  return [data.students, data.assignmentsReceived, data.assignmentsPending];
};

test('the counts of a profile are of own students and of what they handed in', async () => {
  // Students and hand-ins: 3 and 1 in A, 3 and 1 in B, 7 and 1 on the campus.
  expect(await profileOf(made.campus)).toEqual([7, 3, 2 + 2 + 6]);
  expect(await profileOf(made.owner)).toEqual([3, 1, 2]);
  expect(await profileOf(made.teacher)).toEqual([3, 1, 2]);
  expect(await profileOf(made.assistant)).toEqual([2, 1, 1]);
  expect(await profileOf(made.other)).toEqual([3, 1, 2]);
  expect(await profileOf(made.idle)).toEqual([0, 0, 0]);
});

const show = (all: { name: string; students: number }[]) =>
  all.map(({ name, students: count }) => `${name} ${count}`);

const choicesOf = async (caller: MadePerson, query = '') => {
  const { data } = (await ask(caller, `/audience-choices${query}`)).json();
  return { courses: show(data.courses), mentors: show(data.mentors) };
};

test('an audience is chosen by what own students have', async () => {
  const { a, b, campus, owner, teacher, assistant, idle } = made;
  const ofA = { courses: ['CSE 2', 'IT 1'], mentors: ['Dr IT 1', 'Dr Rao 2'] };
  expect((await choicesOf(campus)).courses).toEqual(['CIVIL 1', 'CSE 4', 'IT 1', 'MECH 1']);
  expect(await choicesOf(campus, `?class=${a.classId}`)).toEqual(ofA);
  expect(await choicesOf(owner)).toEqual(ofA);
  expect(await choicesOf(owner, `?class=${b.classId}`)).toEqual({ courses: [], mentors: [] });
  expect(await choicesOf(teacher)).toEqual({ courses: ofA.courses, mentors: [] });
  expect(await choicesOf(assistant)).toEqual({ courses: ['CSE 1', 'IT 1'], mentors: [] });
  expect(await choicesOf(idle)).toEqual({ courses: [], mentors: [] });
});

const inLowerCase = (...people: MadePerson[]) => people.map(({ id }) => id.toLowerCase());

test('an audience is counted among the students of its class', async () => {
  const reach = async (caller: MadePerson, audience: object) => {
    const { status, data } = await post(caller, '/audience-reach', audience);
    return status === 200 ? data : status;
  };
  const { a, b, campus, owner, assistant, other, idle, a1, a2, b1 } = made;
  const inClass = { classId: a.classId, sections: [] };
  const everyone = { everyone: true, inClass };
  const named = { everyone: false, rollNumbers: [a1.id, a2.id, b1.id], inClass };
  expect(await reach(campus, { everyone: true })).toMatchObject({ reached: 7, students: 7 });
  for (const caller of [campus, owner, made.teacher]) {
    expect(await reach(caller, everyone)).toEqual({ reached: 3, students: 3, unknown: [] });
    expect(await reach(caller, named)).toEqual({
      reached: 2,
      students: 3,
      unknown: inLowerCase(b1),
    });
  }
  expect(await reach(assistant, everyone)).toEqual({ reached: 2, students: 2, unknown: [] });
  expect(await reach(assistant, named)).toEqual({
    reached: 1,
    students: 2,
    unknown: inLowerCase(a2, b1),
  });
  const sections = { everyone: false, inClass: { ...inClass, sections: [a.sections[1]] } };
  expect(await reach(owner, sections)).toMatchObject({ reached: 1, students: 3 });
  expect([await reach(other, everyone), await reach(idle, everyone)]).toEqual([403, 403]);
  expect(await reach(owner, { everyone: true, inClass: { classId: b.classId } })).toBe(403);
  // Without a class, the audience would be the whole campus.
  const refused = await post(owner, '/audience-reach', { everyone: true });
  expect([refused.status, refused.message]).toEqual([400, 'Choose a class.']);
});

test('what is of the whole campus stays with its admins', async () => {
  expect(await statusesOf('/auth/getall')).toEqual([200, 403, 403, 403, 403, 403]);
  const { headers } = made.owner;
  const url = `/api/v1/students/${made.a1.id}`;
  const payload = { name: 'Another Name' };
  expect((await server.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(403);
});
