import { FormDetails, NewQuiz } from '@vlabs/contract/quizzes/quizzes';
import { expect, test } from 'vitest';
import { makeAdmin } from '../testing/acts/make.ts';
import { setUpServer } from '../testing/server.setup.ts';
import { seedDemoQuizzes } from './demo-quizzes.ts';
import { deleteQuiz, listQuizzes } from '../quizzes/store/quizzes.queries.ts';

const server = setUpServer();

test('the demo has a draft, a coming, an open and two closed quizzes, each one sound', async () => {
  const admin = await makeAdmin(server.pool);
  await seedDemoQuizzes(server.pool, admin.id);
  await seedDemoQuizzes(server.pool, admin.id);
  const reply = await server.app.inject({
    url: '/api/v1/auth/getQuizData',
    headers: admin.headers,
  });
  const records: Record<string, unknown>[] = reply.json().updatedQuizData;
  expect(records).toHaveLength(5);
  for (const record of records) expect(NewQuiz.safeParse(record).error).toBeUndefined();

  const now = new Date();
  const kinds = records.map(({ status, formDetails }) => {
    const { startTime, endTime } = FormDetails.parse(formDetails);
    if (status === 'draft') return 'draft';
    if (startTime > now) return 'coming';
    return endTime > now ? 'open' : 'closed';
  });
  expect(kinds.toSorted()).toEqual(['closed', 'closed', 'coming', 'draft', 'open']);
});

test('a demo quiz that was deleted does not come back while others are there', async () => {
  const [first] = await listQuizzes(server.pool);
  await deleteQuiz(server.pool, first?.uniqueId ?? '');
  await seedDemoQuizzes(server.pool, first?.createdBy ?? '');
  expect(await listQuizzes(server.pool)).toHaveLength(4);
});
