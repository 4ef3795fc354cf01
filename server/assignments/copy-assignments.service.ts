import type { CopiedPart } from '../platform/class-copy.ts';
import { copyAll, listToCopy } from './assignments.queries.ts';

/** Copies a class's assignments with their test cases. Students see copies when a teacher shows them. */
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
