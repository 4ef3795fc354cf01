import { expect, test } from 'vitest';
import { LockOrder, findReadBesideLock, listLocked } from './lock-rules.ts';

test.each([
  ['a subquery', 'select id, (select max(at) from saves) from attempts for update'],
  [
    'a join',
    'select 1 from attempts join people on true where id = $1 for no key update of attempts',
  ],
  ['a list of tables', 'select 1 from attempts, people for share'],
  [
    'a condition',
    'select state from classes where id = (select class_id from quizzes) for key share',
  ],
  ['a part', 'with held as (select 1 from a join b on true for update) select 1 from held'],
])('a lock with %s beside it is refused', (_what, statement) => {
  expect(findReadBesideLock(statement)).not.toBeNull();
});

test.each([
  'select id from attempts where quiz_id = $1 order by person_id for no key update',
  'select 1 from a join b on true for no key update of a skip locked',
  'update runs set a = 1 from (select b from runs where token = $1 for update) as was',
])('%s is allowed', (statement) => {
  expect(findReadBesideLock(statement)).toBeNull();
});

test('a transaction locks classes, then quizzes, then attempts', () => {
  const order = new LockOrder();
  const attempt = 'select 1 from attempts where a = 1 for update';
  const quiz = 'insert into extensions (quiz_id) values ($1)';
  expect(listLocked(quiz)).toEqual(['quizzes']);
  expect(order.add('begin')).toBeNull();
  expect(order.add(attempt)).toBeNull();
  expect(order.add(quiz)).toBe('quizzes');
  expect(order.add('commit')).toBeNull();
  expect(order.add('select 1 from quizzes for share')).toBeNull();
  expect(order.add(attempt)).toBeNull();
  expect(order.add(quiz)).toBeNull();
});
