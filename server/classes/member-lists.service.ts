import type { ListProblem, ListTerm } from '@vlabs/contract/students/student-lists';
import type { Database } from '../platform/postgres/database.ts';
import { atField } from './classes.service.ts';
import { findTermOfList } from './classes.queries.ts';
import * as queries from './member-lists.queries.ts';
import type { MemberLine } from './member-lists.queries.ts';

export interface MemberPlan {
  added: number;
  changed: number;
  unchanged: number;
  /**
   * Members from earlier lists of these classes who are missing in this one, of all members from
   * lists.
   */
  missing: number;
  byLists: number;
  problems: ListProblem[];
}

const LINES_AT_A_TIME = 5000;
/** Beyond this, problems are only counted. */
const PROBLEMS_TOLD = 1000;

/**
 * The term whose classes a list names: the requested one, refused at `termId` if it does not exist; otherwise the term
 * that contains today in Asia/Kolkata, the next one, or the latest. Null if there is no term.
 */
export async function chooseTermOfList(
  db: Database,
  termId: string | null,
): Promise<ListTerm | null> {
  const term = await findTermOfList(db, termId);
  if (!term && termId !== null) {
    throw atField('termId', 'This term doesn’t exist. Choose another.');
  }
  return term;
}

/**
 * Compares the lines with the current members within the transaction and changes nothing permanently. If the result
 * will be written, the classes are locked. People in `coming` count as students before they are added. `goOn` receives
 * the number of processed lines and may throw to stop. Manual and self-joined memberships are unchanged.
 */
export async function planMembers(
  db: Database,
  lines: readonly MemberLine[],
  how: {
    isToBeWritten: boolean;
    /** A code refers to the open class with this code in the term: to none if the term is null, or if two have it. */
    term: ListTerm | null;
    /** Roll numbers. */
    coming?: readonly string[];
    goOn?: (done: number) => Promise<void>;
  },
): Promise<MemberPlan> {
  const { isToBeWritten, term, coming = [], goOn } = how;
  await queries.createLines(db);
  for (let start = 0; start < lines.length; start += LINES_AT_A_TIME) {
    await goOn?.(start);
    await queries.insertLines(db, lines.slice(start, start + LINES_AT_A_TIME));
  }
  await queries.findPeopleAndClasses(db, { coming, termId: term?.termId ?? null });
  if (isToBeWritten) await queries.keepClasses(db);
  await queries.findProblems(db);
  const counted = await queries.countChanges(db);
  const ends = await queries.countMissing(db);
  if (!counted || !ends) throw new Error('The changes of a member list were not counted.');
  const problems = await queries.listProblems(db, PROBLEMS_TOLD);
  return {
    ...counted,
    ...ends,
    problems: problems.map(({ line, message }) => ({ line, column: '', message })),
  };
}

/** Writes the plan of this transaction; with `endsMissing`, missing members are removed. */
export async function writeMembers(
  db: Database,
  { endsMissing }: { endsMissing: boolean },
): Promise<void> {
  await queries.writeMembers(db);
  if (endsMissing) await queries.endMissing(db);
}
