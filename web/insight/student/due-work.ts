import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

export interface DueWork {
  id: string;
  /** Null for the whole campus. */
  classId: string | null;
  kind: 'quiz' | 'assignment';
  title: string;
  /** `running`: a test that can be started; `sitting`: one that the student has started. */
  state: 'sitting' | 'running' | 'due' | 'late' | 'coming';
  /** Its start if it is upcoming, otherwise its end; null without a fixed time. */
  at: string | null;
  to: string;
  action: string;
}

/** Open work, most urgent first. */
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

export interface WorkOfClass {
  /** Null for a class without a known name. */
  name: string | null;
  work: DueWork[];
}

/** Groups work by class, ordered by the most urgent entry; one group if there are no class names. */
export function groupByClass(
  work: readonly DueWork[],
  names: ReadonlyMap<string, string>,
): WorkOfClass[] {
  const groups = Map.groupBy(work, ({ classId }) => names.get(classId ?? '') ?? null);
  return [...groups].map(([name, ofClass]) => ({ name, work: ofClass }));
}

/** Work without an end sorts last. */
const endOf = ({ at }: DueWork) => at ?? '9999';

function dueQuiz(quiz: QuizRecord, now: number): DueWork[] {
  const { unique_id: id, classId = null, completed, expired, formDetails } = quiz;
  const { startTime, endTime, topic, SubjectId } = formDetails;
  if (completed || startTime === null) return [];
  const to = '/tests';
  const title = topic || SubjectId;
  if (quiz.deadline !== undefined) {
    const at = quiz.deadline;
    const action = Date.parse(at) > now ? 'Resume' : 'View tests';
    return [{ id, classId, kind: 'quiz', title, state: 'sitting', at, to, action }];
  }
  if (expired) return [];
  const isComing = new Date(startTime).getTime() > now;
  return [
    {
      id,
      classId,
      kind: 'quiz',
      title,
      state: isComing ? 'coming' : 'running',
      at: isComing ? startTime : endTime,
      to,
      action: isComing ? 'View tests' : 'Go to the test',
    },
  ];
}

function dueAssignment(
  { id, classId, title, status, dueAt }: ListedAssignment,
  now: number,
): DueWork[] {
  if (status !== 'Pending') return [];
  const isLate = dueAt !== null && new Date(dueAt).getTime() < now;
  return [
    {
      id,
      classId: classId ?? null,
      kind: 'assignment',
      title,
      state: isLate ? 'late' : 'due',
      at: dueAt,
      to: `/assignments/${id}`,
      action: isLate ? 'Hand in late' : 'Hand in',
    },
  ];
}
