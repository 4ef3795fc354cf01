import { expect, test } from 'vitest';
import { callsAs } from '../testing/acts/calls-as.ts';
import { joinClass, makeClass, makeStaff } from '../testing/acts/make-class.ts';
import { type MadePerson, makeAdmin, makeStudent } from '../testing/acts/make.ts';
import { beforeTests, setUpServer } from '../testing/server.setup.ts';

const server = setUpServer();
const admin = beforeTests(() => makeAdmin(server.pool));

const call = callsAs(() => server);

/** The steps in order, those that are done with a tick. */
async function stepsOf(person: MadePerson): Promise<string[]> {
  const { status, body } = await call(person, 'GET', '/first-steps');
  expect(status).toBe(200);
  return body.data.map(({ step, isDone }: { step: string; isDone: boolean }) =>
    isDone ? `${step} ✓` : step,
  );
}

test('the steps of a campus admin tick themselves as the campus fills, and no student gets them', async () => {
  expect(await stepsOf(admin)).toEqual(['class', 'teachers', 'students', 'backup']);
  await makeClass(server.pool, admin);
  await makeStaff(server.pool);
  expect(await stepsOf(admin)).toEqual(['class ✓', 'teachers ✓', 'students', 'backup']);
  const student = await makeStudent(server.pool);
  await server.pool.query('insert into backup_state (newest_taken_at) values (now())');
  expect(await stepsOf(admin)).toEqual(['class ✓', 'teachers ✓', 'students ✓', 'backup ✓']);
  expect((await call(student, 'GET', '/first-steps')).status).toBe(403);
});

test('the steps of a teacher count only work of their classes', async () => {
  const [own, foreign] = [await makeClass(server.pool, admin), await makeClass(server.pool, admin)];
  const [teacher, other] = [await makeStaff(server.pool), await makeStaff(server.pool)];
  const idle = await makeStaff(server.pool);
  const student = await makeStudent(server.pool);
  await joinClass(server.pool, own, teacher, { role: 'owner' });
  await joinClass(server.pool, foreign, other, { role: 'owner' });
  const none = ['members', 'work', 'shown', 'marked'];
  expect(await stepsOf(teacher)).toEqual(none);
  await joinClass(server.pool, own, student, { role: 'student' });
  const audience = { everyone: true, inClass: { classId: own.classId, sections: [] } };
  const form = { assignment: 'Print 7.', audience, showFrom: 'not_yet' };
  const { id } = (await call(teacher, 'POST', '/auth/create-assignment', form)).body.data;
  expect(await stepsOf(teacher)).toEqual(['members ✓', 'work ✓', 'shown', 'marked']);
  await call(teacher, 'POST', `/assignments/${id}/shown`, { showFrom: 'now' });
  const answer = { kind: 'text', text: 'Seven.' };
  const handedIn = await call(student, 'POST', `/assignments/${id}/hand-ins`, answer);
  expect(await stepsOf(teacher)).toEqual(['members ✓', 'work ✓', 'shown ✓', 'marked']);
  const mark = { marks: 7, comment: '', markVersion: 0 };
  const { handInId } = handedIn.body.data;
  expect((await call(teacher, 'PUT', `/hand-ins/${handInId}/mark`, mark)).status).toBe(200);
  expect(await stepsOf(teacher)).toEqual(none.map((step) => `${step} ✓`));
  expect(await stepsOf(other)).toEqual(none);
  expect(await stepsOf(idle)).toEqual(none);
});
