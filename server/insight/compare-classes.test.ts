import { expect, test } from 'vitest';
import { compareClasses } from './compare-classes.ts';

const student = (
  course: string,
  quizMean: number | null,
  assignmentMean: number | null = null,
) => ({
  course,
  year: '2027',
  mentor: '',
  quizResults: quizMean === null ? 0 : 2,
  quizMean,
  assignmentResults: assignmentMean === null ? 0 : 1,
  assignmentMean,
});

const byCourse = (...students: Parameters<typeof compareClasses>[0]) =>
  compareClasses(students).filter(({ by }) => by === 'course');

test('the spread of a group is that of its students’ means', () => {
  const [group] = byCourse(...[10, 20, 30, 40, 80].map((mean) => student('CSE', mean)));
  expect(group).toEqual({
    by: 'course',
    name: 'CSE',
    students: 5,
    quizzes: {
      students: 5,
      results: 10,
      mean: 36,
      standardDeviation: Math.sqrt((26 ** 2 + 16 ** 2 + 6 ** 2 + 4 ** 2 + 44 ** 2) / 4),
      lowest: 10,
      lowerQuartile: 20,
      median: 30,
      upperQuartile: 40,
      highest: 80,
      points: [],
    },
    assignments: null,
  });
});

test('quartiles lie between two values as spreadsheets have them', () => {
  const [group] = byCourse(...[1, 2, 3, 4].map((mean) => student('CSE', mean)));
  expect(group?.quizzes).toMatchObject({ lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25 });
});

test('of fewer than five students each is shown, and of one there is no deviation', () => {
  const [group] = byCourse(student('CSE', 60), student('CSE', null, 80));
  expect(group).toMatchObject({
    students: 2,
    quizzes: { students: 1, points: [60], standardDeviation: null },
    assignments: { students: 1, points: [80] },
  });
});

test('who has no name of a kind is in no group of it, and groups stand by their names', () => {
  const groups = compareClasses([student('IT', 1), student('CSE', 1), student('', 1)]);
  expect(groups.map(({ by, name, students }) => `${by} ${name} ${students}`)).toEqual([
    'course CSE 1',
    'course IT 1',
    'year 2027 3',
  ]);
});
