import { Anchor } from '@mantine/core';
import { accountStateOf, type Student, type StudentSort } from '@vlabs/contract/students/students';
import { Link } from 'react-router';
import type { Column } from '../ui/table/table-columns.ts';
import { AccountState } from './AccountState.tsx';

type TextField = Exclude<
  keyof Student,
  'other' | 'isListed' | 'isGuest' | 'registeredAt' | 'disabledAt' | 'rollNumber' | 'name'
>;

const texts: { id: StudentSort; label: string; field: TextField }[] = [
  { id: 'course', label: 'Course opted', field: 'course' },
  { id: 'email', label: 'Email ID', field: 'email' },
  { id: 'mobile', label: 'Mobile No', field: 'mobile' },
  { id: 'mentor', label: 'Mentor Name', field: 'mentorName' },
  { id: 'parent', label: 'Parent Mobile No', field: 'parentMobile' },
  { id: 'year', label: 'Year of Graduation', field: 'graduationYear' },
];

export const pathOfStudent = (rollNumber: string) =>
  `/admin/dashboard/students/${encodeURIComponent(rollNumber)}`;

export const sortedAtFirst = { column: 'roll', direction: 'ascending' } as const;

/** The columns of the table; the server sorts by the same. */
export const studentColumns: Column<Student>[] = [
  {
    id: 'name',
    label: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, rollNumber }) => (
      <Anchor component={Link} to={pathOfStudent(rollNumber)} size="sm">
        {name}
      </Anchor>
    ),
  },
  {
    id: 'roll',
    label: 'Roll no',
    isCode: true,
    sortBy: ({ rollNumber }) => rollNumber,
    cell: ({ rollNumber }) => rollNumber,
  },
  {
    id: 'account',
    label: 'Account',
    sortBy: (student) => accountStateOf(student),
    cell: (student) => <AccountState student={student} />,
  },
  ...texts.map(({ id, label, field }): Column<Student> => ({
    id,
    label,
    // As in the list; phone calls from here are rare.
    isHiddenAtFirst: field === 'parentMobile',
    isCode: field === 'mobile' || field === 'parentMobile',
    sortBy: (student) => student[field],
    cell: (student) => student[field],
  })),
];

/** The columns of the student list, so that the file can be imported again. */
export function exportColumns(students: Student[]): Column<Student>[] {
  const fields: { label: string; field: TextField | 'rollNumber' }[] = [
    { label: 'First Name', field: 'firstName' },
    { label: 'Last Name', field: 'lastName' },
    { label: 'Roll no', field: 'rollNumber' },
    ...texts,
    { label: 'Mentor Email ID', field: 'mentorEmail' },
    { label: 'Department', field: 'department' },
  ];
  const others = new Set(students.flatMap(({ other }) => other.map(({ heading }) => heading)));
  return [
    ...fields.map(({ label, field }) => toColumn(label, (student) => student[field])),
    ...[...others].map((heading) =>
      toColumn(heading, ({ other }) => other.find((one) => one.heading === heading)?.text ?? ''),
    ),
  ];
}

function toColumn(label: string, text: (student: Student) => string): Column<Student> {
  return { id: label, label, text, cell: text };
}
