import { TestCase } from '@vlabs/contract/running/test-case';
import { tabStorage } from '../../platform/browser-storage.ts';

const keyOf = (assignmentId: string) => `tests ${assignmentId}`;

/** Unsaved test cases, kept in this tab, also through a reload. */
export function keepTypedTestCases(assignmentId: string, tests: readonly TestCase[]): void {
  try {
    tabStorage().setItem(keyOf(assignmentId), JSON.stringify(tests));
  } catch {
    // Without storage, the typed text is only in memory.
  }
}

export const forgetTypedTestCases = (assignmentId: string) =>
  tabStorage().removeItem(keyOf(assignmentId));

export function readTypedTestCases(assignmentId: string): TestCase[] | null {
  try {
    const read: unknown = JSON.parse(tabStorage().getItem(keyOf(assignmentId)) ?? 'null');
    return TestCase.array().nullable().safeParse(read).data ?? null;
  } catch {
    return null;
  }
}
