import type { MemberLists } from '../platform/lists/member-lists.ts';
import * as faults from './member-list-problems.queries.ts';
import { atField } from './classes.service.ts';
import * as queries from './member-lists.queries.ts';

const LINES_AT_A_TIME = 5000;
/** Beyond this, problems are only counted. */
const PROBLEMS_TOLD = 1000;

/** Imports lists of class members. Manual and self-joined memberships are unchanged. */
export const memberLists: MemberLists = {
  async chooseTerm(db, termId) {
    const term = await queries.findTermOfList(db, termId);
    if (!term && termId !== null) {
      throw atField('termId', 'This term doesn’t exist. Choose another.');
    }
    return term;
  },
  async plan(db, lines, { isToBeWritten, term, coming = [], goOn }) {
    await queries.createLines(db);
    for (let start = 0; start < lines.length; start += LINES_AT_A_TIME) {
      await goOn?.(start);
      await queries.insertLines(db, lines.slice(start, start + LINES_AT_A_TIME));
    }
    await queries.findPeopleAndClasses(db, { coming, termId: term?.termId ?? null });
    if (isToBeWritten) await queries.keepClasses(db);
    await faults.findProblems(db);
    const counted = await queries.countChanges(db);
    const ends = await queries.countMissing(db);
    if (!counted || !ends) throw new Error('The changes of a member list were not counted.');
    const problems = await faults.listProblems(db, PROBLEMS_TOLD);
    return {
      ...counted,
      ...ends,
      problems: problems.map(({ line, message }) => ({ line, column: '', message })),
    };
  },
  listClasses: queries.listNamedClasses,
  async write(db, { endsMissing }) {
    await queries.writeMembers(db);
    if (endsMissing) await queries.endMissing(db);
  },
};
