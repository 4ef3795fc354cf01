import { beforeAll, expect, test } from 'vitest';
import { makeQuiz, openSettings } from '../testing/acts/make-quiz.ts';
import { makeTwoClasses } from '../testing/acts/make-two-classes.ts';
import { type MadePerson } from '../testing/acts/make.ts';
import { joinClass } from '../testing/acts/make-class.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const made = beforeTests(() => makeTwoClasses(server.pool));
beforeAll(async () => {
  await joinClass(server.pool, made.b, made.a1, { role: 'student' });
  for (const where of ['a', 'b', 'campus'] as const) {
    const inClass = where === 'campus' ? {} : { inClass: { classId: made[where].classId } };
    const audience = { everyone: true, ...inClass };
    await makeQuiz(server.app, made.campus, {
      formDetails: { topic: `Quiz of ${where}` },
      settings: openSettings(audience),
    });
    await server.app.inject({
      method: 'POST',
      url: '/api/v1/auth/create-assignment',
      headers: made.campus.headers,
      payload: { title: `Work of ${where}`, assignment: 'Write it.', audience },
    });
  }
});

async function look(as: MadePerson, student: MadePerson) {
  const url = `/api/v1/students/${student.id}/as-student`;
  const reply = await server.app.inject({ url, headers: as.headers });
  return { status: reply.statusCode, text: reply.body, body: reply.json() };
}

const titlesOf = ({ body }: Awaited<ReturnType<typeof look>>) =>
  [
    ...body.data.quizzes.map((quiz: { formDetails: { topic: string } }) => quiz.formDetails.topic),
    ...body.data.assignments.map(({ title }: { title: string }) => title),
  ].toSorted((one: string, other: string) => one.localeCompare(other));

const own = ['Quiz of a', 'Work of a'];

test('a student is seen with what they have in the classes of who looks, and nothing beside', async () => {
  const { campus, owner, teacher, assistant, other, a1 } = made;
  expect(titlesOf(await look(campus, a1))).toHaveLength(6);
  for (const person of [owner, teacher, assistant]) {
    expect(titlesOf(await look(person, a1))).toEqual(own);
  }
  expect(titlesOf(await look(other, a1))).toEqual(['Quiz of b', 'Work of b']);
});

test('nobody sees as a student of another class or section, and no student as another', async () => {
  const { assistant, other, idle, a1, a2 } = made;
  expect((await look(assistant, a2)).status).toBe(403);
  expect((await look(other, a2)).status).toBe(403);
  expect((await look(idle, a1)).status).toBe(403);
  expect((await look(a2, a1)).status).toBe(403);
});

test('it shows neither right answers nor links to files', async () => {
  const seen = await look(made.owner, made.a1);
  expect(seen.text).not.toMatch(/CorrectAnswer|QuestionTitle|token=/);
  expect(seen.body.data.assignments.map(({ path }: { path: string }) => path)).toEqual(['']);
});

test('each look leaves a line of who looked at whose pages', async () => {
  const lines = async () => {
    const { rows } = await server.pool.query(
      `select count(*)::integer as count from audit_lines
       where action = 'see-as-student' and by = $1 and person_id = $2`,
      [made.owner.id, made.a1.id],
    );
    return rows[0].count;
  };
  const before = await lines();
  await look(made.owner, made.a1);
  expect(await lines()).toBe(before + 1);
});
