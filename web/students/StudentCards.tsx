import { Anchor, Paper } from '@mantine/core';
import type { Student } from '@vlabs/contract/students/students';
import { Link } from 'react-router';
import { useInSight } from '../ui/table/use-in-sight.ts';
import { AccountState } from './AccountState.tsx';
import { pathOfStudent } from './student-columns.tsx';
import classes from './StudentCards.module.css';

/** Cards that are rendered together. */
const BLOCK_CARDS = 60;
const CARD_HEIGHT_PX = 330;
const CARDS_IN_A_ROW = 3;

/** One card per student with all fields of the list; only visible ones are rendered. */
export function StudentCards({ students }: { students: Student[] }) {
  return Array.from({ length: Math.ceil(students.length / BLOCK_CARDS) }, (_, number) => (
    <Block
      key={number}
      students={students.slice(number * BLOCK_CARDS, (number + 1) * BLOCK_CARDS)}
    />
  ));
}

function Block({ students }: { students: Student[] }) {
  const rows = Math.ceil(students.length / CARDS_IN_A_ROW);
  const { block, isInSight, heightPx } = useInSight<HTMLUListElement>(rows * CARD_HEIGHT_PX);
  return (
    <ul ref={block} className={classes.cards} style={isInSight ? {} : { height: heightPx }}>
      {isInSight &&
        students.map((student) => <StudentCard key={student.rollNumber} student={student} />)}
    </ul>
  );
}

function StudentCard({ student }: { student: Student }) {
  const facts: [string, string][] = [
    ['Roll no', student.rollNumber],
    ['Course opted', student.course],
    ['Email ID', student.email],
    ['Mobile No', student.mobile],
    ['Mentor Name', student.mentorName],
    ['Mentor Email ID', student.mentorEmail],
    ['Department', student.department],
    ['Parent Mobile No', student.parentMobile],
    ['Year of Graduation', student.graduationYear],
    ...student.other.map(({ heading, text }): [string, string] => [heading, text]),
  ];
  return (
    <Paper component="li" withBorder className={classes.card}>
      <div className={classes.head}>
        <Anchor component={Link} to={pathOfStudent(student.rollNumber)} fw={600}>
          {student.name}
        </Anchor>
        <AccountState student={student} />
      </div>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-code={label === 'Roll no'}>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
