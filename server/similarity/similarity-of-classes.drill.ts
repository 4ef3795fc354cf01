import { TEACHING_HEADER } from '@vlabs/contract/http/teaching-header';
import { beforeAll, expect, test } from 'vitest';
import { joinClass } from '../testing/acts/make-class.ts';
import { type MadePerson, makeListedStudent } from '../testing/acts/make.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import { readEvents } from '../testing/acts/read-events.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

/** Assignments of classes A and B and of the campus, with two hand-ins each. */
let works: Record<'a' | 'b' | 'campus' | 'sections', Work>;

interface Work {
  id: string;
  handIns: [string, string];
  /** A hand-in by a third student. */
  more: string;
}

const server = setUpServer();
const made = beforeTests(() => makeTwoClasses(server.pool));
beforeAll(async () => {
  const none: Work = { id: '', handIns: ['', ''], more: '' };
  works = {
    sections: none,
    a: await makeWork(made.a.classId, [made.a1, made.a2]),
    b: await makeWork(made.b.classId, [made.b1, made.b2]),
    campus: await makeWork(null, [made.a1, made.a2]),
  };
});

const call = (
  { headers }: MadePerson,
  method: 'GET' | 'POST' | 'DELETE',
  { url, payload }: { url: string; payload?: object },
) => server.app.inject({ method, url, headers, ...(payload && { payload }) });

async function makeWork(
  classId: string | null,
  students: [MadePerson, MadePerson],
  more?: { by: MadePerson; source: string },
): Promise<Work> {
  const inClass = classId === null ? {} : { inClass: { classId } };
  const payload = { assignment: 'Add.', audience: { everyone: true, ...inClass } };
  const url = '/api/v1/auth/create-assignment';
  const id: string = (await call(made.campus, 'POST', { url, payload })).json().data.id;
  const handIn = async (student: MadePerson, source = SOURCE): Promise<string> => {
    const program = { kind: 'program', language: 50, source };
    const handInUrl = `/api/v1/assignments/${id}/hand-ins`;
    const reply = await call(student, 'POST', { url: handInUrl, payload: program });
    return reply.json().data.handInId;
  };
  const handIns: [string, string] = [await handIn(students[0]), await handIn(students[1])];
  return { id, handIns, more: more ? await handIn(more.by, more.source) : '' };
}

const SOURCE = `#include <stdio.h>
int largest(int *values, int count) {
  int best = values[0];
  for (int i = 1; i < count; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}
`;

const people = ['campus', 'owner', 'teacher', 'assistant', 'other', 'idle'] as const;

/** The status code of a call for each person, in order. */
async function statuses(method: 'GET' | 'POST' | 'DELETE', url: string): Promise<number[]> {
  const replies = [];
  for (const name of people) replies.push(await call(made[name], method, { url }));
  return replies.map(({ statusCode }) => statusCode);
}

const urlOf = (work: keyof typeof works) => `/api/v1/assignments/${works[work].id}/similarity`;

async function compare(work: keyof typeof works, by: MadePerson) {
  expect((await call(by, 'POST', { url: urlOf(work) })).statusCode).toBe(200);
  const stateOf = async () =>
    (await call(made.campus, 'GET', { url: urlOf(work) })).json().data.comparison.state;
  await expect.poll(stateOf, { interval: 50 }).toBe('done');
}

test('programs are compared by who teaches the whole class; who assists in a section sees what is of it', async () => {
  await compare('a', made.owner);
  await compare('b', made.other);
  await compare('campus', made.campus);
  expect(await statuses('GET', urlOf('a'))).toEqual([200, 200, 200, 200, 403, 403]);
  expect(await statuses('GET', urlOf('b'))).toEqual([200, 403, 403, 403, 200, 403]);
  expect(await statuses('GET', urlOf('campus'))).toEqual([200, 403, 403, 403, 403, 403]);
  // A permitted caller then finds that no comparison is in progress.
  expect(await statuses('DELETE', urlOf('a'))).toEqual([409, 409, 409, 403, 403, 403]);
  expect((await statuses('POST', urlOf('b'))).slice(1)).toEqual([403, 403, 403, 200, 403]);
  expect((await statuses('POST', urlOf('campus'))).slice(1)).toEqual([403, 403, 403, 403, 403]);
  await expect
    .poll(async () => (await call(made.campus, 'GET', { url: urlOf('b') })).json().data.comparison)
    .toMatchObject({ state: 'done' });
});

const pairUrl = (one: string, other: string) =>
  `/api/v1/hand-ins/${one}/similarity/${other}?language=50`;

test('a pair is seen by who may see both programs of it', async () => {
  const [a1, a2] = works.a.handIns;
  const [b1] = works.b.handIns;
  expect(await statuses('GET', pairUrl(a1, a2))).toEqual([200, 200, 200, 403, 403, 403]);
  // There are no pairs across classes, in either order.
  expect(await statuses('GET', pairUrl(a1, b1))).toEqual([404, 403, 403, 403, 403, 403]);
  expect(await statuses('GET', pairUrl(b1, a1))).toEqual([404, 403, 403, 403, 403, 403]);
  const [c1, c2] = works.campus.handIns;
  expect(await statuses('GET', pairUrl(c1, c2))).toEqual([200, 403, 403, 403, 403, 403]);
});

const shownTo = async (who: MadePerson) =>
  (await call(who, 'GET', { url: urlOf('sections') })).json().data;

test('of sections the pairs are shown of which both are within them, and nothing of others', async () => {
  const neighbour = await makeListedStudent(server.pool);
  await joinClass(server.pool, made.a, neighbour, {
    role: 'student',
    sections: [made.a.sections[0]],
  });
  // The pair within the section is less similar than the pairs across sections.
  const source = SOURCE.replace('count; i++', 'count; i += 2').replace(
    'return best',
    'return -best',
  );
  const work = await makeWork(made.a.classId, [made.a1, made.a2], { by: neighbour, source });
  works = { ...works, sections: work };
  await compare('sections', made.owner);
  const all = await shownTo(made.owner);
  expect(all).toMatchObject({ isOfWhole: true, handIns: 3 });
  expect([all.programs.length, all.pairs.length]).toEqual([3, 3]);
  const own = await shownTo(made.assistant);
  expect(own).toMatchObject({ isOfWhole: false, handIns: 2, comparison: { newer: 0 } });
  const [pair, ...others] = own.pairs;
  expect(others).toEqual([]);
  expect(new Set([pair.one, pair.other])).toEqual(new Set([work.handIns[0], work.more]));
  expect(own.programs.map(({ highest }: { highest: number }) => highest)).toEqual([
    pair.similarity,
    pair.similarity,
  ]);
  expect(JSON.stringify(own)).not.toContain(made.a2.id);
  const read = async (one: string, other: string) =>
    (await call(made.assistant, 'GET', { url: pairUrl(one, other) })).statusCode;
  const [mine, elsewhere] = work.handIns;
  expect(await read(mine, work.more)).toBe(200);
  expect(await read(mine, elsewhere)).toBe(403);
  expect(await read(elsewhere, mine)).toBe(403);
});

test('how far a comparison is, and the test of a hand-in, is told to who may read them', async () => {
  const comparison = (work: keyof typeof works) =>
    statuses('GET', `/api/v1/tasks/comparison/${works[work].id}/events`);
  expect(await comparison('a')).toEqual([200, 200, 200, 200, 403, 403]);
  expect(await comparison('b')).toEqual([200, 403, 403, 403, 200, 403]);
  expect(await comparison('campus')).toEqual([200, 403, 403, 403, 403, 403]);

  const handIns = [...works.a.handIns, works.b.handIns[0], works.campus.handIns[0]];
  await server.pool.query(
    `insert into hand_in_tests (hand_in_id, state, finished_at)
     select unnest($1::uuid[]), 'failed', clock_timestamp()`,
    [handIns],
  );
  const reported = await Promise.all(
    handIns.map((id) => statuses('GET', `/api/v1/tasks/hand-in-test/${id}/events`)),
  );
  expect(reported).toEqual([
    [200, 200, 200, 200, 403, 403],
    [200, 200, 200, 403, 403, 403],
    [200, 403, 403, 403, 200, 403],
    [200, 403, 403, 403, 403, 403],
  ]);
  const url = `/api/v1/tasks/hand-in-test/${works.a.handIns[0]}/events`;
  const [event] = readEvents((await call(made.assistant, 'GET', { url })).body);
  expect(JSON.parse(event?.data ?? '')).toMatchObject({ state: 'failed' });
});

test('a student who assists is told of it where they say that they teach', async () => {
  const student = await makeListedStudent(server.pool);
  await joinClass(server.pool, made.a, student, { role: 'assistant' });
  const follow = async (work: keyof typeof works, headers: Record<string, string>) => {
    const url = `/api/v1/tasks/comparison/${works[work].id}/events`;
    return (await server.app.inject({ url, headers })).statusCode;
  };
  const teaching = { ...student.headers, [TEACHING_HEADER]: 'on' };
  expect([await follow('a', teaching), await follow('b', teaching)]).toEqual([200, 403]);
  expect(await follow('a', student.headers)).toBe(403);
});

test('what is not there, and an import of students, is told to no staff', async () => {
  const nothing = '00000000-0000-4000-8000-000000000000';
  for (const kind of ['comparison', 'hand-in-test', 'student-import']) {
    const url = `/api/v1/tasks/${kind}/${nothing}/events`;
    expect(await statuses('GET', url)).toEqual([404, 403, 403, 403, 403, 403]);
  }
});

test('a hand-in of a class that is archived keeps its marks', async () => {
  const setState = (state: string) =>
    server.pool.query('update classes set state = $2 where id = $1', [made.b.classId, state]);
  const url = `/api/v1/hand-ins/${works.b.handIns[0]}/mark`;
  const mark = async ({ headers }: MadePerson, markVersion = 0) => {
    const payload = { marks: 1, comment: '', markVersion };
    return (await server.app.inject({ method: 'PUT', url, headers, payload })).statusCode;
  };
  await setState('archived');
  expect([await mark(made.campus), await mark(made.other)]).toEqual([409, 409]);
  await setState('open');
  // The second edit says that it knows the marks of the first.
  expect([await mark(made.campus), await mark(made.other, 1)]).toEqual([200, 200]);
});
