import type { CopiedParts } from '../platform/class-copy.ts';
import { findSheetClass, upsertArrangement } from './marks.queries.ts';

/** Copies how the sheet of a class is arranged. Copied works are new, so the kinds that groups take place them. */
export const copiedArrangement: CopiedParts['marks'] = {
  async copy(db, { from, to }) {
    const source = await findSheetClass(db, from.classId);
    if (!source?.arrangement) return;
    const groups = source.arrangement.groups.map((group) => ({ ...group, works: [] }));
    const arrangement = { ...source.arrangement, groups, outside: [] };
    await upsertArrangement(db, to.classId, { version: 0, arrangement });
  },
};
