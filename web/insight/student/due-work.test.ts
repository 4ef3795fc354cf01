import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import { expect, test } from 'vitest';
import { groupByClass, listDueWork } from './due-work.ts';

const now = Date.UTC(2026, 10, 20, 10);
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();

const quiz = (topic: string, start: number, changes: Partial<QuizRecord> = {}): QuizRecord => ({
  unique_id: '00000000-0000-4000-8000-000000000000',
  completed: false,
  submissionDate: null,
  formDetails: {
    TotalQuestions: 2,
    ScorePerQuestion: 5,
    SubjectId: 'Data Structures',
    ClassName: 'CSE-4',
    TimeLimit: 1,
    startTime: hours(start),
    endTime: hours(start + 2),
    topic,
  },
  createdAt: hours(-100),
  expired: false,
  status: 'published',
  ...changes,
});

const assignment = (title: string, due: number | null, status = 'Pending' as const) =>
  ({
    id: '00000000-0000-4000-8000-000000000001',
    title,
    filename: title,
    path: '',
    updatedAt: hours(-100),
    status,
    hasText: true,
    dueAt: due === null ? null : hours(due),
    language: null,
    maxMarks: 10,
  }) satisfies ListedAssignment;

test('a running quiz comes first, then what is late, then what is due, then what is coming', () => {
  const quizzes = [quiz('Later', 5), quiz('Now', -1)];
  const assignments = [assignment('Open', null), assignment('Soon', 3), assignment('Past', -3)];
  expect(listDueWork(quizzes, assignments, now).map(({ title, state }) => [title, state])).toEqual([
    ['Now', 'running'],
    ['Past', 'late'],
    ['Soon', 'due'],
    ['Open', 'due'],
    ['Later', 'coming'],
  ]);
});

test('what is submitted, handed in or over is not due', () => {
  const quizzes = [quiz('Done', -1, { completed: true }), quiz('Over', -9, { expired: true })];
  const handedIn = { ...assignment('Sent', 3), status: 'Submitted' as const };
  expect(listDueWork(quizzes, [handedIn], now)).toEqual([]);
});

test('a test that the student has started comes before all else, until it is handed in', () => {
  const sitting = quiz('Mine', -1, { deadline: hours(0.5) });
  const timeIsUp = quiz('Vanished', -3, { deadline: hours(-0.001), expired: true });
  const work = listDueWork([quiz('Other', -1), sitting, timeIsUp], [assignment('Past', -3)], now);
  expect(work.map(({ title, action }) => [title, action])).toEqual([
    ['Vanished', 'View tests'],
    ['Mine', 'Resume'],
    ['Other', 'Go to the test'],
    ['Past', 'Hand in late'],
  ]);
});

test('work is grouped by its class, the most urgent group first; what has no name stays together', () => {
  const [first, second] = [
    '00000000-0000-4000-8000-00000000000a',
    '00000000-0000-4000-8000-00000000000b',
  ];
  const work = listDueWork(
    [quiz('Now', -1, { classId: second }), quiz('Later', 5, { classId: first })],
    [assignment('For all', 3), { ...assignment('Soon', 2), classId: first }],
    now,
  );
  const titles = (names: ReadonlyMap<string, string>) =>
    groupByClass(work, names).map((group) => [group.name, group.work.map(({ title }) => title)]);
  const names = new Map([
    [first, 'Algorithms'],
    [second, 'Databases'],
  ]);
  expect(titles(names)).toEqual([
    ['Databases', ['Now']],
    ['Algorithms', ['Soon', 'Later']],
    [null, ['For all']],
  ]);
  expect(titles(new Map())).toEqual([[null, ['Now', 'Soon', 'For all', 'Later']]]);
});
