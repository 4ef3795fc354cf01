import { expect, test } from 'vitest';
import { makeAdmin, makeListedStudent } from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));
const student = beforeTests(() => makeListedStudent(server.pool, { course: 'MCA' }));

async function ask(path: string, { headers } = admin) {
  const reply = await server.app.inject({ url: `/api/v1${path}`, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

interface Page {
  ids: string[];
  next: string | null | undefined;
}

/** Returns all pages of a list. */
async function walk(read: (after: string) => Promise<Page>): Promise<string[][]> {
  const pages: string[][] = [];
  let after = '';
  do {
    const page = await read(after);
    pages.push(page.ids);
    after = page.next ?? '';
  } while (after !== '');
  return pages;
}

const idsOf = (records: { unique_id: string }[]) => records.map(({ unique_id }) => unique_id);
const addedTo = (query: string, after: string) =>
  after === '' ? query : `${query}&after=${encodeURIComponent(after)}`;

const walkPages = (query = '') =>
  walk(async (after) => {
    const { data } = await ask(`/quizzes?${addedTo(query, after)}`);
    return { ids: idsOf(data.quizzes), next: data.next };
  });

const walkRecords = (query = '', person = admin) =>
  walk(async (after) => {
    const { updatedQuizData, next } = await ask(
      `/auth/getQuizData?${addedTo(query, after)}`,
      person,
    );
    return { ids: idsOf(updatedQuizData), next };
  });

/** Adds published quizzes for a course that ended some days ago, several at the same time. */
async function insertQuizzes(course: string, count: number, daysAgo: number): Promise<string[]> {
  const { rows } = await server.pool.query(
    `insert into quizzes (unique_id, status, topic, subject_id, class_name, total_questions,
       score_per_question, time_limit, time_limit_seconds, starts_at, ends_at, for_everyone,
       for_courses, for_years, for_roll_numbers, score_opens, answers_open, shuffle_questions,
       shuffle_options, created_by, created_at)
     select gen_random_uuid(), 'published', 'Topic ' || number, 'Subject of ' || $1, '', 1, 1, '1',
       3600, at, at + interval '1 hour', false, array[$1], '{}', '{}', 'at_end', 'at_end', false,
       false, $4, at
     from generate_series(1, $2::integer) as number
     cross join lateral (
       select now() - make_interval(days => $3) - make_interval(hours => number / 3)) as moment (at)
     returning unique_id as id`,
    [course, count, daysAgo, admin.id],
  );
  const ids = rows.map(({ id }) => String(id));
  // As if they were created then: a change today would move them into this term.
  await server.pool.query(
    `update work_audience set until = ends_at from quizzes
     where unique_id = work_id and unique_id = any($1::uuid[])`,
    [ids],
  );
  return ids;
}

test('a short list says nothing of further pages', async () => {
  const id = await makeQuiz(server.app, admin);
  expect(Object.keys(await ask('/auth/getQuizData'))).toEqual(['success', 'updatedQuizData']);
  expect(Object.keys(await ask('/auth/getQuizData', student))).toEqual([
    'success',
    'updatedQuizData',
  ]);
  expect((await ask('/quizzes')).data).toMatchObject({
    quizzes: [{ unique_id: id, hasStarted: false }],
    next: null,
  });
});

test('the pages of an admin have each quiz once, whichever were made at one moment', async () => {
  const made = await insertQuizzes('CSE', 120, 0);
  const pages = await walkPages('search=subject+of+cse');
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(pages.flat().toSorted()).toEqual(made.toSorted());
  const oldestFirst = await walkPages('search=subject+of+cse&sort=oldest');
  expect(oldestFirst.flat()).toEqual(pages.flat().toReversed());
});

test('the filters of an admin’s list are those of the page', async () => {
  const [old = ''] = await insertQuizzes('Arts', 1, 10);
  await makeQuiz(server.app, admin, {
    status: 'draft',
    formDetails: { SubjectId: 'Subject of Arts, 100%' },
  });
  expect((await walkPages('search=of+arts')).flat()).toHaveLength(2);
  expect((await walkPages('search=arts&status=published')).flat()).toEqual([old]);
  expect((await walkPages(`search=${encodeURIComponent('100%')}`)).flat()).toHaveLength(1);
  expect((await walkPages(`search=${encodeURIComponent('1_0')}`)).flat()).toEqual([]);
  expect((await walkPages(`uniqueId=${old}`)).flat()).toEqual([old]);
  const [{ createdAt }] = (await ask(`/quizzes?uniqueId=${old}`)).data.quizzes;
  const day = createdAt.slice(0, 10);
  expect((await walkPages(`search=arts&created=${day}`)).flat()).toEqual([old]);
});

test('a draft that is no quiz yet stands among them, and is a quiz once', async () => {
  const uniqueId = '11111111-1111-4111-8111-111111111111';
  const saved = await server.app.inject({
    method: 'PUT',
    url: `/api/v1/quiz-drafts/${uniqueId}`,
    headers: admin.headers,
    payload: { revision: 0, content: await draftOf('Unfinished alone') },
  });
  expect(saved.statusCode).toBe(200);
  const { quizzes } = (await ask('/quizzes?search=unfinished+alone')).data;
  expect(quizzes).toMatchObject([{ unique_id: uniqueId, isUnfinished: true, status: 'draft' }]);
  expect((await walkPages('search=unfinished+alone&status=published')).flat()).toEqual([]);
});

/** A draft with only a topic. */
async function draftOf(topic: string) {
  const id = await makeQuiz(server.app, admin, { formDetails: { topic: 'To be copied' } });
  const { content } = (await ask(`/quiz-drafts/${id}`)).data;
  return { ...content, details: { ...content.details, topic, ClassName: '' } };
}

test('the call of the specification brings the newest with their questions, and then the next', async () => {
  await insertQuizzes('Many', 230, 1);
  const [first = [], second = []] = await walkRecords();
  expect(first).toHaveLength(200);
  expect(second.length).toBeGreaterThan(30);
  expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
});

test('what has no room in a reply begins the next one', async () => {
  const long = await insertQuizzes('Long', 5, 0);
  await server.pool.query(
    `insert into quiz_questions (quiz_id, number, title, kind, is_four, body, key, variants)
     select id, 1, repeat('x', 700000), 'single', true, '{"options": ["a", "b", "c", "d"]}',
       '{"right": [1], "cost": "0"}', '[]'
     from unnest($1::uuid[]) as id`,
    [long],
  );
  const pages = await walkRecords();
  const places = long.map((id) => pages.findIndex((ids) => ids.includes(id)));
  expect(Math.max(...places) - Math.min(...places)).toBeGreaterThan(0);
  expect(pages.flat()).toEqual([...new Set(pages.flat())]);
  expect(pages.flat()).toEqual(expect.arrayContaining(long));
});

test('a student is listed the quizzes of the term, and by their pages those before', async () => {
  const [now, earlier] = [await insertQuizzes('MCA', 24, 20), await insertQuizzes('MCA', 130, 300)];
  await insertQuizzes('Another', 5, 300);
  const own = (pages: string[][]) =>
    pages.map((ids) => ids.filter((id) => now.includes(id) || earlier.includes(id)).length);
  const pages = await walkRecords(`userId=${student.id}`, student);
  expect(own(pages)).toEqual([24, 100, 30]);
  expect(pages.flat()).toEqual([...new Set(pages.flat())]);
  expect(await walkRecords(`userId=${student.id}`)).toEqual(pages);
});

test('a quiz that is long over and is opened again for somebody is of this term again', async () => {
  const [id = ''] = await insertQuizzes('MCA', 1, 400);
  const isListed = async () =>
    idsOf((await ask('/auth/getQuizData', student)).updatedQuizData).includes(id);
  expect(await isListed()).toBe(false);
  const grant = { userIds: [student.id], minutes: 30, reason: 'Was in hospital.' };
  expect((await callsOn(server, id, admin).post('/extensions', grant)).statusCode).toBe(200);
  expect(await isListed()).toBe(true);
});

test('a page that nobody was given is refused', async () => {
  for (const url of ['/api/v1/quizzes', '/api/v1/auth/getQuizData']) {
    const reply = await server.app.inject({ url: `${url}?after=x`, headers: admin.headers });
    expect(reply.statusCode).toBe(400);
  }
});
