import type { Standing } from '@vlabs/contract/audience';
import { EVERYONE } from '@vlabs/contract/audience';
import type { Database } from '../platform/database.ts';
import { listStudentsIn } from '../students/students.reads.ts';
import { statusOf } from './assignment-status.ts';
import { listAllAssignments, listAssignmentsOf } from './assignments.queries.ts';
import { countReach } from './reach.ts';

/** Of all assignments that are not withdrawn: hand-ins that came, and those still to be marked. */
export async function countHandIns(db: Database) {
  const rows = await listAllAssignments(db);
  const students = await listStudentsIn(db, EVERYONE);
  const reach = countReach(students.map(({ id, ...rest }) => ({ ...rest, rollNumber: id })));
  const open = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
  const assigned = sum(open.map(({ audience }) => reach(audience)));
  const received = sum(open.map(({ submitted }) => submitted));
  const marked = sum(open.map((row) => row.marked));
  return { assigned, received, marked, pending: Math.max(assigned - received, 0) };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** The assignments for a student with their own status, changed last first. */
export async function listAssignmentsFor(db: Database, student: Standing) {
  const rows = await listAssignmentsOf(db, student);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    dueAt: row.dueAt,
    status: statusOf(row),
    handedInAt: row.handedInAt,
    isLate: row.isLate,
    marks: row.marks,
    maxMarks: row.maxMarks,
  }));
}
