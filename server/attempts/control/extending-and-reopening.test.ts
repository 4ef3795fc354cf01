import { expect, test } from 'vitest';
import { makeAdmin, makeListedStudent, makeStudent } from '../../testing/acts/make.ts';
import { makeQuiz } from '../../testing/acts/make-quiz.ts';
import { callsOn } from '../../testing/acts/sit-quiz.ts';
import { beforeTests, setUpServer } from '../../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

test('extra time for all beside reopening is never refused, and every open attempt has it', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const students = await Promise.all(Array.from({ length: 6 }, () => makeStudent(server.pool)));
  for (const student of students) {
    const calls = callsOn(server, quizId, student);
    await calls.start();
    await calls.submit({ 1: '2' });
  }
  const teacher = callsOn(server, quizId, admin);
  const reason = 'The power failed.';
  const replies = await Promise.all(
    students.flatMap(({ id }) => [
      teacher.post('/reopen', { userId: id, minutes: 5, reason }),
      teacher.post('/extensions', { userIds: 'all', minutes: 1, reason }),
    ]),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  const { rows } = await server.pool.query(
    `select extract(epoch from deadline_at - reopened_until)::integer / 60 as minutes, (
       select count(*)::integer from extensions later where later.id > extensions.id and minutes = 1
     ) as granted
     from attempts join extensions on target = 'person ' || lower(person_id)
     where attempts.quiz_id = $1`,
    [quizId],
  );
  expect(rows).toHaveLength(students.length);
  for (const { minutes, granted } of rows) expect(minutes).toBe(granted);
});

test('a grant moves only the deadlines that it names, and takes back nothing that was granted before', async () => {
  const quizId = await makeQuiz(server.app, admin);
  const [moved, other] = [
    await makeListedStudent(server.pool, { course: 'Physics' }),
    await makeListedStudent(server.pool),
  ];
  for (const student of [moved, other]) await callsOn(server, quizId, student).start();
  const teacher = callsOn(server, quizId, admin);
  const grant = (changes: object) => teacher.post('/extensions', { reason: 'So', ...changes });
  const read = async () => {
    const text = `select deadline_at from attempts where quiz_id = $1 and person_id = $2`;
    const { rows } = await server.pool.query(text, [quizId, moved.id]);
    return rows[0].deadline_at.getTime() / 60_000;
  };
  const before = await read();
  await grant({ courses: ['Physics'], minutes: 30 });
  expect((await read()) - before).toBe(30);
  await server.pool.query(`update students set course = 'Mathematics' where person_id = $1`, [
    moved.id,
  ]);
  await grant({ userIds: [other.id], minutes: 1 });
  expect((await read()) - before).toBe(30);
  await grant({ userIds: [moved.id], minutes: 1 });
  expect((await read()) - before).toBe(31);
});
