import { type Enrolment, isInAudience } from '@vlabs/contract/people/audience';
import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { countReach } from './reach.ts';

test('the count of an audience is that of the students whom the rule lets in', () => {
  const course = constantFrom('', 'CSE', 'cse', 'ECE');
  const year = constantFrom('', '2026', '2027');
  const rollNumber = constantFrom('a1', 'A2', 'a3', 'b1');
  const student = record<Enrolment>({ course, year, rollNumber });
  const audience = record({
    everyone: boolean(),
    courses: array(constantFrom('CSE', 'Ece')),
    years: array(constantFrom('2026', '2028')),
    rollNumbers: array(constantFrom('a1', 'a2', 'zz')),
  });
  assert(
    property(array(student), audience, (students, asked) => {
      const expected = students.filter((one) => isInAudience(asked, one)).length;
      expect(countReach(students)(asked)).toBe(expected);
    }),
  );
});
