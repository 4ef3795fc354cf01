import { currentSession } from '../../platform/storage/stored-session.ts';
import { personalStorage } from '../../platform/storage/personal-storage.ts';
import { WrittenTests } from '../parts/written-tests.ts';

const keyOf = (assignmentId: string) => `tests ${assignmentId}`;

const storage = () => personalStorage(currentSession().user?.id ?? '', 'tab');

/** Unsaved test cases with their solution, kept in this tab, also through a reload. */
export function keepTypedTestCases(assignmentId: string, tests: WrittenTests): void {
  try {
    storage().setItem(keyOf(assignmentId), JSON.stringify(tests));
  } catch {
    // Without storage, the typed text is only in memory.
  }
}

export const forgetTypedTestCases = (assignmentId: string) =>
  storage().removeItem(keyOf(assignmentId));

export function readTypedTestCases(assignmentId: string): WrittenTests | null {
  try {
    const read: unknown = JSON.parse(storage().getItem(keyOf(assignmentId)) ?? 'null');
    return WrittenTests.nullable().safeParse(read).data ?? null;
  } catch {
    return null;
  }
}
