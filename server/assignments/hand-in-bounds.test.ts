import { beforeAll, expect, test } from 'vitest';
import { insertHandIns } from '../testing/database/full-stores.queries.ts';
import { type MadePerson, makeAdmin, makeListedStudent } from '../testing/acts/make.ts';
import { setUpTwoServers } from '../testing/server.setup.ts';
import { type TestServer } from '../testing/test-app.ts';

let assignmentId: string;
const { server, second } = setUpTwoServers();
beforeAll(async () => {
  const { headers } = await makeAdmin(server.pool);
  const payload = { assignment: 'Say it.' };
  const url = '/api/v1/auth/create-assignment/';
  const reply = await server.app.inject({ method: 'POST', url, headers, payload });
  assignmentId = reply.json().data.id;
});

const handIn = ({ headers }: MadePerson, at: TestServer = server) =>
  at.app.inject({
    method: 'POST',
    url: `/api/v1/assignments/${assignmentId}/hand-ins`,
    headers,
    payload: { kind: 'text', text: 'said' },
  });

test('a student hands in twenty times within ten minutes at most, by whichever server', async () => {
  const student = await makeListedStudent(server.pool);
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, at) => handIn(student, at % 2 ? server : second)),
  );
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(4);
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
  expect(refused[0]?.json().message).toMatch(
    /^You have handed in 20 times within 10 minutes\. Your last hand-in counts; try again in \d+ minutes?\.$/,
  );
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
});

test('of one assignment 200 versions of a student are kept, and the last one counts', async () => {
  const student = await makeListedStudent(server.pool);
  const of = { assignmentId, studentId: student.id, minutesAgo: 60 };
  await insertHandIns(server.pool, { ...of, count: 199 });
  expect((await handIn(student)).json().data.version).toBe(200);
  const refused = await handIn(student);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You have handed in 200 times, which is the limit. Your last hand-in counts; ask your teacher if you need to change it.',
  ]);
});
