import { EVERYONE } from '@vlabs/contract/audience';
import type { AudienceChoice } from '@vlabs/contract/students';
import type { Database } from '../platform/database.ts';
import { listStudentsInAudience } from './audience.queries.ts';

/** What an audience may name, each course and year in the case in which it stands first. */
export async function listAudienceChoices(db: Database) {
  const students = await listStudentsInAudience(db, EVERYONE);
  return {
    courses: countEach(students.map(({ course }) => course)),
    years: countEach(students.map(({ year }) => year)),
    students: students.map(({ id, name, course, year }) => ({
      rollNumber: id,
      name,
      course,
      year,
    })),
  };
}

const inWords = new Intl.Collator('en-IN', { numeric: true });

function countEach(names: string[]): AudienceChoice[] {
  const byLowerCase = new Map<string, AudienceChoice>();
  for (const name of names) {
    if (name === '') continue;
    const choice = byLowerCase.get(name.toLowerCase()) ?? { name, students: 0 };
    choice.students += 1;
    byLowerCase.set(name.toLowerCase(), choice);
  }
  return [...byLowerCase.values()].toSorted((a, b) => inWords.compare(a.name, b.name));
}
