import { expect, test } from 'vitest';
import { ROWS_OF_FIRST_RELEASE } from '../../testing/database/later-version.ts';
import { makeTestDatabase } from '../../testing/database/test-database.ts';
import { readFile } from 'node:fs/promises';
import { migrate } from '../../platform/postgres/migrations/migrate.ts';
import { readMigrations } from '../../platform/postgres/migrations/migrations.ts';
import { listQuestions } from '../quizzes.reads.ts';

const QUIZ = 'd0000000-0000-4000-8000-000000000001';

/** As servers before 0031 stored them. */
const EARLIER_QUESTIONS = `
  insert into quiz_questions (quiz_id, number, title, options, correct_answer, also_right, variants,
    marking)
  values ('${QUIZ}', 2, 'What is 2 + 2?', array['3', '4', 'four, as "4"', 'NULL_'], 2, '{3}',
    '[{"title": "What is 3 + 3?", "options": ["5", "6", "7", "8"], "correctAnswer": 2},
      {"title": "What is 1 + 1?", "options": ["1", "3", "4", "2"], "correctAnswer": 4}]', 'everyone');
  insert into quiz_questions (quiz_id, number, title, kind, body, key, points, variants)
  values ('${QUIZ}', 3, 'Pick one.', 'single', '{"options": ["a", "b", "c", "d"]}',
    '{"right": [1], "cost": "0"}', 2, '[]');
  insert into bank_questions (fingerprint, title, kind, options, correct_answer, body, key, points,
    subject, topic, tags, created_by)
  values ('four', 'Which is first?', null, '{a,b,c,d}', 1, null, null, null, '', '', '{}', 'teacher'),
    ('kind', 'Pick one.', 'single', '{a,b}', null, '{"options": ["a", "b"]}',
      '{"right": [2], "cost": "0"}', 2, '', '', '{}', 'teacher');
`;

const single = (isFour: boolean, options: string[], ...right: number[]) => ({
  kind: 'single',
  isFour,
  body: { options },
  key: { right, cost: '0' },
});
const asked = (title: string, options: string[], right: number) => ({
  title,
  body: { options },
  key: { right: [right], cost: '0' },
});

test('an upgrade keeps what questions ask, what is right, and which have the specification’s form', async () => {
  const database = await makeTestDatabase('empty');
  const { pool } = database;
  const earlier = (await readMigrations()).filter(({ name }) => name < '0031');
  await migrate(pool, { upTo: earlier });
  await pool.query(await readFile(ROWS_OF_FIRST_RELEASE, 'utf8'));
  await pool.query(EARLIER_QUESTIONS);
  await migrate(pool);

  const common = { points: null, marking: 'by_key', variants: [] };
  expect(await listQuestions(pool, QUIZ)).toEqual([
    {
      ...common,
      number: 1,
      title: 'Which is last in, first out?',
      ...single(true, ['Stack', 'Queue', 'Tree', 'Heap'], 1),
    },
    {
      ...common,
      number: 2,
      title: 'What is 2 + 2?',
      ...single(true, ['3', '4', 'four, as "4"', 'NULL_'], 2, 3),
      marking: 'everyone',
      variants: [
        asked('What is 3 + 3?', ['5', '6', '7', '8'], 2),
        asked('What is 1 + 1?', ['1', '3', '4', '2'], 4),
      ],
    },
    {
      ...common,
      number: 3,
      title: 'Pick one.',
      ...single(false, ['a', 'b', 'c', 'd'], 1),
      points: 2,
    },
  ]);
  const { rows } = await pool.query(
    'select fingerprint, kind, is_four as "isFour", body, key, texts from bank_questions order by 1',
  );
  expect(rows).toEqual([
    { fingerprint: 'four', ...single(true, ['a', 'b', 'c', 'd'], 1), texts: ['a', 'b', 'c', 'd'] },
    { fingerprint: 'kind', ...single(false, ['a', 'b'], 2), texts: ['a', 'b'] },
  ]);
  await database.close();
});
