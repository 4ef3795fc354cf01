import { beforeAll, expect, test } from 'vitest';
import { seedDemo } from './demo.ts';
import { setUpServer } from '../testing/server.setup.ts';

const server = setUpServer({ environment: { VLABS_DEMO: 'on' } });
beforeAll(async () => {
  await seedDemo(server.pool);
  await seedDemo(server.pool);
});

test('the demo’s two quizzes that are over have results of a believable class, made once', async () => {
  const { rows } = await server.pool.query(`
    select quiz_id, count(*)::int as attempts, min(score) as lowest, max(score) as highest,
      count(distinct score)::int as scores
    from attempts
    group by quiz_id
  `);
  expect(rows).toHaveLength(2);
  for (const { attempts, lowest, highest, scores } of rows) {
    expect(attempts).toBeGreaterThan(30);
    expect(highest).toBeGreaterThan(lowest);
    expect(scores).toBeGreaterThan(3);
  }
});
