import { AssignmentTest } from '@vlabs/contract/assignments/assignment-tests';

const keyOf = (assignmentId: string) => `tests ${assignmentId}`;

/** Tests that were typed and not saved yet wait in this tab, also through a reload. */
export function keepTypedTests(assignmentId: string, tests: readonly AssignmentTest[]): void {
  try {
    sessionStorage.setItem(keyOf(assignmentId), JSON.stringify(tests));
  } catch {
    // A browser that keeps nothing for a page still shows what is typed.
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
