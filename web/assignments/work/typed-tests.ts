import { AssignmentTest } from '@vlabs/contract/assignments/assignment-tests';

const keyOf = (assignmentId: string) => `tests ${assignmentId}`;

/** Unsaved test cases, kept in this tab, also through a reload. */
export function keepTypedTests(assignmentId: string, tests: readonly AssignmentTest[]): void {
  try {
    sessionStorage.setItem(keyOf(assignmentId), JSON.stringify(tests));
  } catch {
    // Without storage, the typed text is only in memory.
  }
}

export const forgetTypedTests = (assignmentId: string) =>
  sessionStorage.removeItem(keyOf(assignmentId));

export function readTypedTests(assignmentId: string): AssignmentTest[] | null {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(assignmentId)) ?? 'null');
    return AssignmentTest.array().nullable().safeParse(read).data ?? null;
  } catch {
    return null;
  }
}
