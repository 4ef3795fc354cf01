import type { ListedAssignment } from '@vlabs/contract/assignments/assignments';
import type { QuizRecord } from '@vlabs/contract/quizzes/quizzes';

export interface DueWork {
  id: string;
  /** Null: it is for the whole campus. */
  classId: string | null;
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

export interface WorkOfClass {
  /** Null: of no class that has a name here. */
  name: string | null;
  work: DueWork[];
}

/** Work by its class in the order of what is most urgent in each; all together where there are no names. */
export function groupByClass(
  work: readonly DueWork[],
  names: ReadonlyMap<string, string>,
): WorkOfClass[] {
  const groups = Map.groupBy(work, ({ classId }) => names.get(classId ?? '') ?? null);
  return [...groups].map(([name, ofClass]) => ({ name, work: ofClass }));
}

/** What ends at no set time comes after all that does. */
const endOf = ({ at }: DueWork) => at ?? '9999';

function dueQuiz(quiz: QuizRecord, now: number): DueWork[] {
  const { unique_id: id, classId = null, completed, expired, formDetails } = quiz;
  const { startTime, endTime, topic, SubjectId } = formDetails;
  if (completed || startTime === null) return [];
  const to = '/tests';
  const title = topic || SubjectId;
  if (quiz.deadline !== undefined) {
    const at = quiz.deadline;
    const action = Date.parse(at) > now ? 'Resume' : 'See the tests';
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
      action: isComing ? 'See the tests' : 'Go to the test',
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
