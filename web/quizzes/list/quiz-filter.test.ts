import { expect, test } from 'vitest';
import { filterQuizzes } from './quiz-filter.ts';

const quiz = (SubjectId: string, createdAt: string, status: string, topic = 'Stacks') => ({
  createdAt,
  status,
  formDetails: {
    TotalQuestions: 2,
    ScorePerQuestion: 5,
    SubjectId,
    ClassName: 'CSE-4',
    TimeLimit: 2,
    startTime: null,
    endTime: null,
    topic,
  },
});
const physics = quiz('Physics', '2026-11-20T23:50:00.000+05:30', 'draft', 'Optics');
const chemistry = quiz('Chemistry', '2026-11-21T00:10:00.000+05:30', 'published');
const all = [physics, chemistry];
const none = { search: '', status: 'all', created: '', isRecentFirst: true };
const filter = (changes: Partial<typeof none>) =>
  filterQuizzes(all, { ...none, ...changes }, ({ status }) => status);

test('without a filter all are listed, the newest first or the oldest first', () => {
  expect(filter({})).toEqual([chemistry, physics]);
  expect(filter({ isRecentFirst: false })).toEqual([physics, chemistry]);
});

test('a subject is found by a part of its name, whatever the case', () => {
  expect(filter({ search: ' PHYS' })).toEqual([physics]);
  expect(filter({ search: 'biology' })).toEqual([]);
});

test('a topic is found by a part of its name, whatever the case', () => {
  expect(filter({ search: 'opTIC' })).toEqual([physics]);
  expect(filter({ search: 'stack' })).toEqual([chemistry]);
});

test('the status and the day of creation narrow the list', () => {
  expect(filter({ status: 'draft' })).toEqual([physics]);
  expect(filter({ created: '2026-11-21' })).toEqual([chemistry]);
  expect(filter({ created: '2026-11-21', status: 'draft' })).toEqual([]);
});
