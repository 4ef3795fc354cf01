import type { Enrolment } from '@vlabs/contract/students/audience';
import { writeKolkataMoment } from '@vlabs/contract/text/kolkata-time';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';
import type { Pool } from 'pg';
import { timesOf } from '../rules/quiz-times.ts';
import { listStudentQuizStates } from './quiz-states.ts';
import { classIdOf, ofClass } from '../../platform/access/audience-columns.ts';
import { type Cursor, listTermAndEarlier } from '../../platform/lists/cursor.ts';
import {
  FULL_ACCESS,
  type AccessScope,
  includesClass,
} from '../../platform/access/access-scope.ts';
import { enrolmentOf } from '../../students/students.reads.ts';
import {
  type Quiz,
  hasQuizzesUntil,
  listQuizzesFor,
  showDetails,
} from '../../quizzes/quizzes.reads.ts';

/**
 * A student's published quizzes of this term without questions, newest first; with `after`, earlier ones. With
 * `scope`, those of classes in it.
 */
export async function listStudentQuizzes(
  pool: Pool,
  studentId: string,
  { after = null, scope = FULL_ACCESS }: { after?: Cursor | null; scope?: AccessScope } = {},
): Promise<{ records: QuizRecord[]; next: Cursor | null }> {
  const student = await enrolmentOf(pool, studentId);
  const { shown, next } = await listTermAndEarlier(after, {
    list: (page) => listQuizzesFor(pool, student, page),
    hasUntil: (moment) => hasQuizzesUntil(pool, student, moment),
    cursorOf: ({ timestampMicros, uniqueId }) => ({ timestampMicros, id: uniqueId }),
  });
  const seen = shown.filter(({ audience }) => includesClass(scope, classIdOf(audience)));
  const theirs = seen.toSorted(
    (one, other) =>
      other.createdAt.getTime() - one.createdAt.getTime() ||
      (one.uniqueId < other.uniqueId ? -1 : 1),
  );
  return { records: await showForStudent(pool, student, theirs), next };
}

async function showForStudent(
  pool: Pool,
  student: Enrolment,
  theirs: readonly Quiz[],
): Promise<QuizRecord[]> {
  const states = await listStudentQuizStates(
    pool,
    student,
    theirs.map((quiz) => ({ uniqueId: quiz.uniqueId, times: timesOf(quiz) })),
  );
  const now = Date.now();
  return theirs.map((quiz) => {
    const state = states.get(quiz.uniqueId);
    // A started attempt runs until its own deadline, which may be after End.
    const closesAtMs = state?.deadlineAt?.getTime() ?? state?.closesAtMs ?? quiz.endsAt.getTime();
    return {
      unique_id: quiz.uniqueId,
      completed: (state?.submittedAt ?? null) !== null,
      submissionDate: state?.submittedAt?.toISOString() ?? null,
      // End for this student, with every extension.
      formDetails: showDetails({ ...quiz, endsAt: new Date(state?.closesAtMs ?? quiz.endsAt) }),
      createdAt: writeKolkataMoment(quiz.createdAt),
      expired: closesAtMs <= now,
      status: quiz.status,
      ...ofClass(quiz.audience),
      ...(state?.deadlineAt && !state.submittedAt && { deadline: state.deadlineAt.toISOString() }),
    };
  });
}
