import type { Database } from '../platform/postgres/database.ts';
import { insertDemoStudents } from '../students/list/students.queries.ts';

/** The demo's branches, with a mentor per year. */
const branches = [
  {
    course: 'B.Tech Computer Science',
    department: 'School of Computer Engineering',
    mentors: ['Dr. Sunita Dash', 'Dr. Prakash Iyengar'],
  },
  {
    course: 'B.Tech Information Technology',
    department: 'School of Computer Engineering',
    mentors: ['Dr. Leena Kurian', 'Dr. Amit Bhattacharya'],
  },
  {
    course: 'Master of Computer Applications',
    department: 'School of Computer Applications',
    mentors: ['Dr. Bijay Panigrahi', 'Dr. Farida Qureshi'],
  },
];
const years = ['2027', '2028'];

/** Adds full student records for the demo's people. Repeating it changes nothing. */
export async function addDemoStudents(
  db: Database,
  people: readonly { id: string; name: string }[],
): Promise<void> {
  await insertDemoStudents(
    db,
    people.map(({ id, name }, index) => toRow(id, name, index)),
  );
}

function toRow(id: string, name: string, index: number) {
  const branch = branches[index % branches.length];
  const year = index % years.length;
  const mentorName = branch?.mentors[year] ?? '';
  const [, ...mentorWords] = mentorName.toLowerCase().split(' ');
  // Nobody has numbers that begin with 00000.
  const number = String(index + 1).padStart(5, '0');
  return {
    personId: id,
    lastName: name.split(' ').at(-1) ?? '',
    course: branch?.course ?? '',
    mobile: `+91 00000 ${number}`,
    mentorName,
    mentorEmail: `${mentorWords.join('.')}@example.edu`,
    department: branch?.department ?? '',
    parentMobile: `+91 00001 ${number}`,
    graduationYear: years[year] ?? '',
    other: [{ heading: 'Section', text: index % 4 < 2 ? 'A' : 'B' }],
  };
}
