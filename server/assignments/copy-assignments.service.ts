import type { CopiedPart } from '../platform/class-copy.ts';
import { copyAll, listToCopy } from './copy-assignments.queries.ts';

/** Assignments of a class with their tests; withdrawn, so that nobody is given them before a teacher says so. */
export const copiedAssignments: CopiedPart = {
  async list(db, classId, max) {
    const listed = await listToCopy(db, classId, max);
    return listed.map(({ title, dueAt, isForNamed }) => ({
      title,
      startsAt: null,
      endsAt: dueAt,
      isForNamed,
    }));
  },
  async copy(db, copy) {
    await copyAll(db, copy);
  },
};
