import type { AsStudent, StudentWork } from '@vlabs/contract/overview/student-work';
import type { Pool } from 'pg';
import {
  countHandIns,
  listAssignmentsAsStudent,
  listAssignmentsFor,
} from '../assignments/assignments.reads.ts';
import { listAttemptsOfPerson, listStudentQuizzes } from '../attempts/attempts.reads.ts';
import { limitToPerson } from '../classes/classes.reads.ts';
import { classIdOf } from '../platform/access/audience-columns.ts';
import { type AccessScope, includesClass } from '../platform/access/access-scope.ts';
import { recordAct } from '../platform/audit/audit.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import { fullScoreOf, listQuizzesByIds } from '../quizzes/quizzes.reads.ts';
import { listPastRunsOf } from '../runs/runs.reads.ts';
import { listStepsOfCampus, listStepsOfTeacher } from './first-steps.queries.ts';
import { countStudents, enrolmentOf, getStudent } from '../students/students.reads.ts';

/** What a student did and still has to do, in scope; runs only for campus admins. */
export async function getStudentWork(
  db: Database,
  within: AccessScope,
  rollNumber: string,
): Promise<StudentWork> {
  const student = await getStudent(db, rollNumber);
  const enrolment = await enrolmentOf(db, student.rollNumber);
  const scope = await limitToPerson(db, within, student.rollNumber);
  const [assignments, attempts, runs] = await Promise.all([
    student.isGuest ? [] : listAssignmentsFor(db, enrolment, scope),
    listAttemptsOfPerson(db, student.rollNumber),
    scope.isUnlimited ? listPastRunsOf(db, student.rollNumber) : [],
  ]);
  const attemptOf = new Map(attempts.map((attempt) => [attempt.quizId, attempt]));
  const quizzes = await listQuizzesByIds(db, [...attemptOf.keys()]);
  return {
    assignments: assignments.map((assignment) => ({
      ...assignment,
      dueAt: assignment.dueAt?.toISOString() ?? null,
      handedInAt: assignment.handedInAt?.toISOString() ?? null,
      isLate: assignment.isLate ?? false,
    })),
    quizzes: quizzes.flatMap((quiz) => {
      const { uniqueId, topic } = quiz;
      const attempt = attemptOf.get(uniqueId);
      if (!attempt || !includesClass(scope, classIdOf(quiz.audience))) return [];
      const { startedAt, submittedAt, score } = attempt;
      return [
        {
          uniqueId,
          topic,
          startedAt: startedAt.toISOString(),
          submittedAt: submittedAt?.toISOString() ?? null,
          score,
          totalScore: fullScoreOf(quiz),
        },
      ];
    }),
    runs,
  };
}

/** A student's lists as they see them, in scope. Writes an audit line. */
export async function seeAsStudent(
  pool: Pool,
  within: AccessScope,
  rollNumber: string,
): Promise<AsStudent> {
  const student = await getStudent(pool, rollNumber);
  const enrolment = await enrolmentOf(pool, student.rollNumber);
  const scope = await limitToPerson(pool, within, student.rollNumber);
  const [assignments, { records }] = await Promise.all([
    student.isGuest ? [] : listAssignmentsAsStudent(pool, enrolment, scope),
    listStudentQuizzes(pool, student.rollNumber, { scope }),
  ]);
  await inTransaction(pool, (db) =>
    recordAct(db, { action: 'see-as-student', personId: student.rollNumber }),
  );
  return { name: student.name, rollNumber: student.rollNumber, quizzes: records, assignments };
}

/** The counts of the admin profile. */
export async function getAdminCounts(db: Database, scope: AccessScope) {
  const { received, pending } = await countHandIns(db, scope);
  return {
    students: await countStudents(db, scope),
    assignmentsReceived: received,
    assignmentsPending: pending,
  };
}

/** The first steps of a campus admin or a teacher, and which are done. */
export const listFirstSteps = (db: Database, scope: AccessScope) =>
  scope.isUnlimited ? listStepsOfCampus(db) : listStepsOfTeacher(db, scope);
