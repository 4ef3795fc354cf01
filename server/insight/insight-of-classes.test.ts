import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import { joinClass, makeStaff } from '../testing/acts/make-class.ts';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import { type MadePerson, makeListedStudent } from '../testing/acts/make.ts';
import { callsOn } from '../testing/acts/sit-quiz.ts';
import { putFindings } from '../testing/database/submissions.queries.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

type Where = 'a' | 'b' | 'campus';
type Student = 'a1' | 'a2' | 'b1' | 'b2';
const places: Record<Where, readonly Student[]> = {
  a: ['a1', 'a2'],
  b: ['b1', 'b2'],
  campus: ['a1', 'b1'],
};
const callers = ['campus', 'owner', 'teacher', 'assistant', 'other', 'idle'] as const;

const quizzes = new Map<string, string>();
const assignments = new Map<string, string>();
/** Keyed by class and student, such as `a a1`. */
const handIns = new Map<string, string>();

const server = setUpServer();
const made = beforeTests(() => makeTwoClasses(server.pool));
beforeAll(async () => {
  for (const where of ['a', 'b', 'campus'] as const) await makeWork(where);
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Creates a quiz that is sat, a missed quiz, and an assignment that is handed in. */
async function makeWork(where: Where) {
  const inClass = where === 'campus' ? {} : { inClass: { classId: made[where].classId } };
  const audience = { everyone: true, ...inClass };
  const settings = openSettings(audience);
  const quizId = await makeQuiz(server.app, made.campus, {
    settings,
    formDetails: { topic: `Quiz of ${where}` },
  });
  quizzes.set(where, quizId);
  const formDetails = {
    topic: `Missed of ${where}`,
    startTime: hoursAgo(30),
    endTime: hoursAgo(24),
  };
  await makeQuiz(server.app, made.campus, { settings, formDetails });
  const payload = { title: `Work of ${where}`, assignment: 'Write it.', maxMarks: 10, audience };
  const { headers } = made.campus;
  const url = '/api/v1/auth/create-assignment';
  const created = await server.app.inject({ method: 'POST', url, headers, payload });
  const { id } = created.json().data;
  assignments.set(where, id);
  for (const name of places[where]) {
    const student = made[name];
    const calls = callsOn(server, quizId, student);
    await calls.start();
    await calls.submit({ 1: '2' });
    handIns.set(`${where} ${name}`, await handIn(student, id));
  }
}

async function handIn({ headers }: MadePerson, assignmentId: string): Promise<string> {
  const url = `/api/v1/assignments/${assignmentId}/hand-ins`;
  const payload = { kind: 'text', text: 'Done.' };
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  expect(reply.statusCode).toBe(201);
  return reply.json().data.handInId;
}

const ask = ({ headers }: MadePerson, path: string) =>
  server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });

/** The status code for each caller, in order. */
const statusesOf = (path: string) =>
  Promise.all(callers.map(async (name) => (await ask(made[name], path)).statusCode));

const sorted = (texts: string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1));

interface Submitted {
  kind: string;
  title: string;
  userId: string;
  handInId: string | null;
  similarity: object | null;
}

/** Kind, title and student of each submission, such as `quiz Quiz of a a1`. */
async function listSubmissions(caller: MadePerson, query = ''): Promise<string[]> {
  const submissions: Submitted[] = (await ask(caller, `/insight/submissions${query}`)).json().data
    .submissions;
  return sorted(submissions.map(({ title, userId }) => `${title} ${nameOf(userId)}`));
}

const nameOf = (id: string): string =>
  (['a1', 'a2', 'b1', 'b2'] as const).find((name) => made[name].id === id) ?? 'nobody known';

const [ofA1, ofA2] = [
  ['Quiz of a a1', 'Work of a a1'],
  ['Quiz of a a2', 'Work of a a2'],
];
const ofA = sorted([...ofA1, ...ofA2]);
const ofB = ['Quiz of b b1', 'Quiz of b b2', 'Work of b b1', 'Work of b b2'];
const ofCampus = [
  'Quiz of campus a1',
  'Quiz of campus b1',
  'Work of campus a1',
  'Work of campus b1',
];

test('submissions are those of own classes and sections, and of a campus for who has all of it', async () => {
  expect(await listSubmissions(made.campus)).toEqual(sorted([...ofA, ...ofB, ...ofCampus]));
  expect(await listSubmissions(made.owner)).toEqual(ofA);
  expect(await listSubmissions(made.teacher)).toEqual(ofA);
  expect(await listSubmissions(made.assistant)).toEqual(ofA1);
  expect(await listSubmissions(made.other)).toEqual(ofB);
  expect(await listSubmissions(made.idle)).toEqual([]);
});

test('neither a search nor a filter nor the class of others shows what is not theirs', async () => {
  const { a, b, assistant, owner, campus } = made;
  expect(await listSubmissions(owner, '?search=Work')).toEqual(['Work of a a1', 'Work of a a2']);
  expect(await listSubmissions(owner, `?search=${made.b1.id}`)).toEqual([]);
  expect(await listSubmissions(assistant, `?search=${made.a2.id}`)).toEqual([]);
  expect(await listSubmissions(assistant, '?state=to_mark')).toEqual(['Work of a a1']);
  expect(await listSubmissions(owner, `?class=${a.classId}`)).toEqual(ofA);
  expect(await listSubmissions(owner, `?class=${b.classId}`)).toEqual([]);
  expect(await listSubmissions(assistant, `?class=${a.classId}`)).toEqual(ofA1);
  expect(await listSubmissions(campus, `?class=${b.classId.toUpperCase()}`)).toEqual(ofB);
});

const folders = async (caller: MadePerson, query = '') => {
  const reply = await ask(caller, `/insight/submissions.zip${query}`);
  const names = Object.keys(unzipSync(reply.rawPayload));
  return sorted(
    names.flatMap((name) => {
      const [title = '', folder = ''] = name.split('/');
      return folder === 'marks.csv' ? [] : [`${title} ${nameOf(folder.split(' ')[0] ?? '')}`];
    }),
  );
};

const handedIn = (all: string[]) => all.filter((one) => one.startsWith('Work'));

test('the file of hand-ins has those that the list has', async () => {
  expect(await folders(made.campus)).toEqual(sorted(handedIn([...ofA, ...ofB, ...ofCampus])));
  expect(await folders(made.owner)).toEqual(handedIn(ofA));
  expect(await folders(made.teacher)).toEqual(handedIn(ofA));
  expect(await folders(made.assistant)).toEqual(handedIn(ofA1));
  expect(await folders(made.other)).toEqual(handedIn(ofB));
  expect(await folders(made.idle)).toEqual([]);
  expect(await folders(made.owner, `?class=${made.b.classId}`)).toEqual([]);
});

const queue = async (caller: MadePerson, inClass = '') => {
  const found: string[] = [];
  let { waiting, next } = (await ask(caller, `/insight/to-mark?${inClass}`)).json().data;
  while (next && !found.includes(next.handInId)) {
    found.push(next.handInId);
    ({ waiting, next } = (
      await ask(caller, `/insight/to-mark?${inClass}&after=${next.handInId}`)
    ).json().data);
  }
  expect(waiting).toBe(found.length);
  return sorted(found);
};

test('marking goes through the hand-ins of own classes and sections, one after another', async () => {
  const of = (...names: string[]) => sorted(names.map((name) => handIns.get(name) ?? name));
  expect(await queue(made.campus)).toEqual(sorted([...handIns.values()]));
  expect(await queue(made.owner)).toEqual(of('a a1', 'a a2'));
  expect(await queue(made.teacher)).toEqual(of('a a1', 'a a2'));
  expect(await queue(made.assistant)).toEqual(of('a a1'));
  expect(await queue(made.other)).toEqual(of('b b1', 'b b2'));
  expect(await queue(made.idle)).toEqual([]);
  const shouted = `class=${made.a.classId.toUpperCase()}`;
  expect(await queue(made.campus, shouted)).toEqual(of('a a1', 'a a2'));
  expect(await queue(made.owner, `class=${made.b.classId}`)).toEqual([]);
  const after = await ask(made.owner, `/insight/to-mark?after=${handIns.get('b b2')}`);
  expect(of('a a1', 'a a2')).toContain(after.json().data.next.handInId);
});

test('the figures of a quiz are those of own classes and sections', async () => {
  for (const path of ['/insight/quizzes/:id', '/auth/quiz/:id/statistics']) {
    const of = (where: Where) => statusesOf(path.replace(':id', quizzes.get(where) ?? ''));
    expect(await of('a')).toEqual([200, 200, 200, 200, 403, 403]);
    expect(await of('b')).toEqual([200, 403, 403, 403, 200, 403]);
    expect(await of('campus')).toEqual([200, 403, 403, 403, 403, 403]);
  }
});

const topics = async (caller: MadePerson, query = '') => {
  const { data } = (await ask(caller, `/insight/quizzes${query}`)).json();
  return sorted(data.map(({ topic }: { topic: string }) => topic));
};

const allOf = (...classes: Where[]) =>
  sorted(classes.flatMap((where) => [`Quiz of ${where}`, `Missed of ${where}`]));

test('quizzes that were sat are offered to who may see their figures', async () => {
  expect(await topics(made.campus)).toEqual(allOf('a', 'b', 'campus'));
  expect(await topics(made.campus, `?class=${made.b.classId}`)).toEqual(allOf('b'));
  expect(await topics(made.owner)).toEqual(allOf('a'));
  expect(await topics(made.teacher)).toEqual(allOf('a'));
  expect(await topics(made.assistant)).toEqual(allOf('a'));
  expect(await topics(made.other)).toEqual(allOf('b'));
  expect(await topics(made.idle)).toEqual([]);
  // Nor are they found by id or search.
  expect(await topics(made.owner, `?chosen=${quizzes.get('b')}`)).toEqual(allOf('a'));
  expect(await topics(made.owner, `?chosen=${quizzes.get('campus')}`)).toEqual(allOf('a'));
  expect(await topics(made.owner, '?search=of%20b')).toEqual([]);
  expect(await topics(made.owner, `?class=${made.b.classId}`)).toEqual([]);
});

const listMentors = async (caller: MadePerson) => {
  const { data } = (await ask(caller, `/insight/quizzes/${quizzes.get('a')}`)).json();
  const rows = data.students.map(({ mentor }: { mentor: string }) => mentor);
  return [data.groups.mentors.length, ...new Set(rows)];
};

test('who mentors students is shown with a quiz to who owns its class', async () => {
  expect(await listMentors(made.campus)).toEqual([1, 'Dr Rao']);
  expect(await listMentors(made.owner)).toEqual([1, 'Dr Rao']);
  expect(await listMentors(made.teacher)).toEqual([0, '']);
});

const performancesOf = ({ id }: MadePerson) => statusesOf(`/insight/students/${id.toLowerCase()}`);

test('of a student is shown what they did in the classes that the caller teaches', async () => {
  // In the first section of A and the second of B.
  const both = await makeListedStudent(server.pool);
  await joinClass(server.pool, made.a, both, { role: 'student', sections: [made.a.sections[0]] });
  await joinClass(server.pool, made.b, both, { role: 'student', sections: [made.b.sections[1]] });
  for (const where of ['a', 'b', 'campus'] as const) {
    const calls = callsOn(server, quizzes.get(where) ?? '', both);
    await calls.start();
    await calls.submit({ 1: '2' });
  }
  // Assists in the first section of each.
  const twice = await makeStaff(server.pool);
  for (const one of [made.a, made.b]) {
    await joinClass(server.pool, one, twice, { role: 'assistant', sections: [one.sections[0]] });
  }
  const look = async (caller: MadePerson, { id } = both) => {
    const { data } = (await ask(caller, `/insight/students/${id}`)).json();
    if (!data) return null;
    const results = data.results.map(({ topic }: { topic: string }) => topic);
    const missing = data.missing.map(({ title }: { title: string }) => title);
    return sorted([...results, ...missing]);
  };
  expect(await look(made.campus)).toEqual(allOf('a', 'b', 'campus'));
  expect(await look(made.owner)).toEqual(allOf('a'));
  expect(await look(made.teacher)).toEqual(allOf('a'));
  expect(await look(made.assistant)).toEqual(allOf('a'));
  expect(await look(made.other)).toEqual(allOf('b'));
  expect(await look(twice)).toEqual(allOf('a'));
  expect(await look(made.idle)).toBeNull();
  expect(await performancesOf(made.a1)).toEqual([200, 200, 200, 200, 403, 403]);
  expect(await performancesOf(made.a2)).toEqual([200, 200, 200, 403, 403, 403]);
  expect(await performancesOf(made.b1)).toEqual([200, 403, 403, 403, 200, 403]);

  // The same by hand-in id: a student of a section of A handed it in to B.
  const handed = await handIn(both, assignments.get('b') ?? '');
  const report = async (caller: MadePerson) =>
    (await ask(caller, `/hand-ins/${handed}/tests`)).statusCode;
  expect([await report(twice), await report(made.owner)]).toEqual([403, 403]);
  expect(await listSubmissions(twice)).toEqual(
    sorted(['Quiz of a nobody known', ...ofA1, 'Quiz of b b1', 'Work of b b1']),
  );
});

const similarities = async (caller: MadePerson, query: string) => {
  const { data } = (await ask(caller, `/insight/submissions${query}`)).json();
  return data.submissions.map(({ similarity }: Submitted) => similarity);
};

test('to which program one is similar is shown to who teaches the whole class', async () => {
  const [handInId = '', nearestId = ''] = [handIns.get('a a1'), handIns.get('a a2')];
  await putFindings(server.pool, { handInId, nearestId });
  const found = [{ highest: 0.75, handInId: nearestId, language: 50 }];
  expect(await similarities(made.campus, '?similar=75')).toEqual(found);
  expect(await similarities(made.owner, '?similar=75')).toEqual(found);
  expect(await similarities(made.assistant, '?similar=75')).toEqual([]);
  expect(await similarities(made.assistant, '?kind=hand-in')).toEqual([null]);
});

test('courses, years and mentors are compared by campus admins alone', async () => {
  const path = '/insight/classes?from=2026-01-01&to=2026-12-31';
  expect(await statusesOf(path)).toEqual([200, 403, 403, 403, 403, 403]);
});
