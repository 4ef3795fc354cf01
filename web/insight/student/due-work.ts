import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

export interface DueWork {
  id: string;
  kind: 'quiz' | 'assignment';
  title: string;
  /** `running`: a quiz that can be sat now; `sitting`: one that the student has started. */
  state: 'sitting' | 'running' | 'due' | 'late' | 'coming';
  /** When it starts, where it is coming; else when it ends. Null: at no set time. */
  at: string | null;
  to: string;
  action: string;
}

/** What there is to do, the most urgent first. */
export function listDueWork(
  quizzes: readonly QuizRecord[],
  assignments: readonly ListedAssignment[],
  now: number,
): DueWork[] {
  const work = [
    ...quizzes.flatMap((quiz) => dueQuiz(quiz, now)),
    ...assignments.flatMap((assignment) => dueAssignment(assignment, now)),
  ];
  const urgency = { sitting: 0, running: 1, late: 2, due: 3, coming: 4 };
  return work.toSorted(
    (one, other) =>
      urgency[one.state] - urgency[other.state] || endOf(one).localeCompare(endOf(other)),
  );
}

/** What ends at no set time comes after all that does. */
const endOf = ({ at }: DueWork) => at ?? '9999';

function dueQuiz(quiz: QuizRecord, now: number): DueWork[] {
  const { unique_id: id, completed, expired, formDetails } = quiz;
  const { startTime, endTime, topic, SubjectId } = formDetails;
  if (completed || startTime === null) return [];
  const to = '/tests';
  const title = topic || SubjectId;
  if (quiz.deadline !== undefined) {
    const at = quiz.deadline;
    const action = Date.parse(at) > now ? 'Resume' : 'See the tests';
    return [{ id, kind: 'quiz', title, state: 'sitting', at, to, action }];
  }
  if (expired) return [];
  const isComing = new Date(startTime).getTime() > now;
  return [
    {
      id,
      kind: 'quiz',
      title,
      state: isComing ? 'coming' : 'running',
      at: isComing ? startTime : endTime,
      to,
      action: isComing ? 'See the tests' : 'Go to the test',
    },
  ];
}

function dueAssignment({ id, title, status, dueAt }: ListedAssignment, now: number): DueWork[] {
  if (status !== 'Pending') return [];
  const isLate = dueAt !== null && new Date(dueAt).getTime() < now;
  return [
    {
      id,
      kind: 'assignment',
      title,
      state: isLate ? 'late' : 'due',
      at: dueAt,
      to: `/assignments/${id}`,
      action: isLate ? 'Hand in late' : 'Hand in',
    },
  ];
}
