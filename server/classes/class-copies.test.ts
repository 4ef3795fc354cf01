import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { type MadeClass, joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { makeQuiz } from '../testing/acts/make-quiz.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { hidden } from '../testing/acts/testing-programs.ts';
import { setUpServer } from '../testing/server.setup.ts';

let admin: MadePerson;
let owner: MadePerson;
let assistant: MadePerson;
let student: MadePerson;
let source: MadeClass;
/** Starts 182 days after the class's term. */
let nextTerm: string;

const server = setUpServer();
beforeAll(async () => {
  const { pool } = server;
  [admin, owner] = [await makeAdmin(pool), await makeStaff(pool)];
  [assistant, student] = [await makeStaff(pool), await makeStudent(pool)];
  source = await makeClass(pool, admin);
  await joinClass(pool, source, owner, { role: 'owner' });
  await joinClass(pool, source, assistant, {
    role: 'assistant',
    sections: [source.sections[1]],
  });
  await joinClass(pool, source, student, { role: 'student' });
  const term = { name: 'Even 2027', startsOn: '2026-12-30', endsOn: '2027-06-30' };
  nextTerm = (await call(admin, 'POST', '/terms', term)).body.data.termId;
  await fill();
});

const call = callsAs(() => server);

const inSource = (sections: string[] = []) => ({
  everyone: sections.length === 0,
  courses: [],
  years: [],
  rollNumbers: [],
  inClass: { classId: source.classId, sections },
});

const settings = () => ({
  audience: inSource(),
  scoreOpens: 'at_end' as const,
  answersOpen: 'at_end' as const,
  shuffleQuestions: true,
  shuffleOptions: false,
});

/** Adds a quiz, a draft, an assignment with a hidden test case for a section, and one for a named student. */
async function fill() {
  await makeQuiz(server.app, owner, { formDetails: { topic: 'Stacks' }, settings: settings() });
  const { rows } = await server.pool.query('select content from quiz_drafts where class_id = $1', [
    source.classId,
  ]);
  expect(rows).toEqual([]);
  await server.pool.query(
    `insert into quiz_drafts (unique_id, content, revision, created_by, class_id)
     values ($1, $2, 1, $3, $4)`,
    [randomUUID(), JSON.stringify(unfinished()), owner.id, source.classId],
  );
  const lab = await call(owner, 'POST', '/auth/create-assignment', {
    title: 'Lab 1',
    assignment: 'Write a stack.',
    starterCode: 'int main() {}',
    language: 50,
    dueAt: '2026-08-03T18:30:00.000Z',
    maxMarks: 10,
    audience: inSource([source.sections[1]]),
  });
  expect(lab).toMatchObject({ status: 201 });
  const solution = { language: 'c', text: SOLUTION };
  const saved = await call(owner, 'PUT', `/assignments/${lab.body.data.id}/tests`, {
    tests: [hidden],
    solution,
  });
  expect(saved).toMatchObject({ status: 200 });
}

const unfinished = () => ({
  details: {
    TotalQuestions: '5',
    ScorePerQuestion: '',
    SubjectId: 'CS201',
    ClassName: '',
    topic: 'Queues',
    TimeLimit: '',
    startTime: '2026-09-01T09:00',
    endTime: '',
  },
  settings: {
    ...settings(),
    audience: { ...inSource(), everyone: false, rollNumbers: [student.id] },
  },
  questions: [],
});

const SOLUTION = 'int main() { return 0; }';

const copyForm = (more: object = {}) => ({
  copyId: randomUUID(),
  name: 'CSE 2 again',
  termId: nextTerm,
  staff: [assistant.id],
  ...more,
});

const copy = (as: MadePerson, payload: object) =>
  call(as, 'POST', `/classes/${source.classId}/copies`, payload);

test('a preview tells each date as it was and as it would be, and writes nothing', async () => {
  const path = `/classes/${source.classId}/copy?term=${nextTerm}`;
  const { status, body } = await call(owner, 'GET', path);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    days: 182,
    quizzes: [{ title: 'Stacks' }, { title: 'Queues', wasForNamed: true }],
    assignments: [
      {
        title: 'Lab 1',
        startsAt: null,
        endsAt: '2026-08-03T18:30:00.000Z',
        newEndsAt: '2027-02-01T18:30:00.000Z',
        wasForNamed: false,
      },
    ],
    sections: ['1', '2'],
    staff: [{ personId: assistant.id, role: 'assistant' }],
    students: 1,
  });
  expect(body.data.quizzes[1]).toMatchObject({
    newStartsAt: '2027-03-02T03:30:00.000Z',
    newEndsAt: null,
  });
  const { rows } = await server.pool.query('select 1 from classes where copied_from is not null');
  expect(rows).toEqual([]);
});

test('a copy has the work and the sections, its staff where they are ticked, and nobody else', async () => {
  const form = copyForm();
  const { status, body } = await copy(owner, form);
  expect({ status, data: body.data }).toEqual({ status: 201, data: { classId: form.copyId } });
  const made = (await call(owner, 'GET', `/classes/${form.copyId}`)).body.data;
  expect(made).toMatchObject({ role: 'owner', students: 0, subject: 'Algorithms' });
  expect(made.sections.map(({ name }: { name: string }) => name)).toEqual(['1', '2']);
  const { rows: members } = await server.pool.query(
    `select person_id, role,
       array(select name from sections join member_sections own on section_id = sections.id
         where own.class_id = class_members.class_id and own.person_id = class_members.person_id)
         as sections
     from class_members where class_id = $1 order by role`,
    [form.copyId],
  );
  expect(members).toEqual([
    { person_id: assistant.id, role: 'assistant', sections: ['2'] },
    { person_id: owner.id, role: 'owner', sections: [] },
  ]);
  await expectCopiedWork(form.copyId, made.sections[1].sectionId);
});

async function expectCopiedWork(classId: string, section: string) {
  const drafts = await server.pool.query(
    `select content -> 'details' as details, content -> 'settings' -> 'audience' as audience,
       jsonb_array_length(content -> 'questions') as questions
     from quiz_drafts where class_id = $1 order by content -> 'details' ->> 'topic'`,
    [classId],
  );
  expect(drafts.rows).toMatchObject([
    {
      details: { topic: 'Queues', startTime: '2027-03-02T09:00', endTime: '' },
      audience: { everyone: true, rollNumbers: [], inClass: { classId, sections: [] } },
    },
    { details: { topic: 'Stacks' }, questions: 2 },
  ]);
  const assignments = await server.pool.query(
    `select title, text, starter_code, withdrawn_at is not null as is_withdrawn,
       shown_from = 'infinity' as is_prepared, due_at,
       for_sections, created_by, solution, solution_language_id
     from assignments where class_id = $1`,
    [classId],
  );
  expect(assignments.rows).toEqual([
    {
      title: 'Lab 1',
      text: 'Write a stack.',
      starter_code: 'int main() {}',
      is_withdrawn: true,
      is_prepared: true,
      due_at: new Date('2027-02-01T18:30:00.000Z'),
      for_sections: [section],
      created_by: owner.id,
      solution: SOLUTION,
      solution_language_id: 50,
    },
  ]);
}

test('sent twice at once and once more later, it is one copy', async () => {
  const form = copyForm({ name: 'Once' });
  const replies = await Promise.all([copy(owner, form), copy(owner, form)]);
  replies.push(await copy(owner, form));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { rows } = await server.pool.query('select 1 from classes where name = $1', ['Once']);
  expect(rows).toHaveLength(1);
  const works = await server.pool.query('select 1 from assignments where class_id = $1', [
    form.copyId,
  ]);
  expect(works.rows).toHaveLength(1);
});

test('the id of another class is refused, and so is a term that is not there', async () => {
  const taken = copyForm({ copyId: source.classId });
  expect((await copy(owner, taken)).status).toBe(409);
  const nowhere = await copy(owner, copyForm({ termId: randomUUID() }));
  expect(nowhere).toMatchObject({ status: 400, body: { fields: { termId: expect.any(String) } } });
});

test('only owners and campus admins copy a class, archived or not', async () => {
  const elsewhere = await makeStaff(server.pool);
  for (const person of [assistant, elsewhere]) {
    expect((await copy(person, copyForm())).status).toBe(403);
    const path = `/classes/${source.classId}/copy?term=${nextTerm}`;
    expect((await call(person, 'GET', path)).status).toBe(403);
  }
  expect((await copy(student, copyForm())).status).toBe(403);
  expect((await copy(admin, copyForm({ name: 'By an admin' }))).status).toBe(201);
  const state = `/classes/${source.classId}/state`;
  expect((await call(owner, 'POST', state, { state: 'archived' })).status).toBe(200);
  expect((await copy(owner, copyForm({ name: 'Of an archive' }))).status).toBe(201);
  await call(owner, 'POST', state, { state: 'open' });
});

test('who is no staff of the class comes to no copy by being named', async () => {
  const form = copyForm({
    name: 'Named',
    staff: [student.id, admin.id, assistant.id.toUpperCase()],
  });
  expect((await copy(owner, form)).status).toBe(201);
  const { rows } = await server.pool.query(
    'select person_id from class_members where class_id = $1 order by role',
    [form.copyId],
  );
  expect(rows).toEqual([{ person_id: assistant.id }, { person_id: owner.id }]);
});
