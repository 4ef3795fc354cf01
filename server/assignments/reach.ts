import type { Audience, Enrolment } from '@vlabs/contract/people/audience';

/** Says of any audience how many of the students belong to it; made once for many audiences. */
export function countReach(students: readonly Enrolment[]): (audience: Audience) => number {
  const byCourse = groupBy(students, ({ course }) => course);
  const byYear = groupBy(students, ({ year }) => year);
  const byRollNumber = groupBy(students, ({ rollNumber }) => rollNumber);
  return ({ everyone, courses, years, rollNumbers }) => {
    if (everyone) return students.length;
    const reached = new Set<number>();
    const reach = (groups: Map<string, number[]>, names: readonly string[]) => {
      for (const name of names) {
        for (const place of groups.get(name.toLowerCase()) ?? []) reached.add(place);
      }
    };
    reach(byCourse, courses);
    reach(byYear, years);
    reach(byRollNumber, rollNumbers);
    return reached.size;
  };
}

/** Places of the students by a name of theirs, in lower case; who has none is in no group. */
function groupBy(students: readonly Enrolment[], nameOf: (student: Enrolment) => string) {
  const groups = new Map<string, number[]>();
  for (const [place, student] of students.entries()) {
    const name = nameOf(student).toLowerCase();
    if (name === '') continue;
    const group = groups.get(name);
    if (group) group.push(place);
    else groups.set(name, [place]);
  }
  return groups;
}
