import type {
  ListClass,
  ListProblem,
  ListTerm,
  OfMembers,
  Planned,
} from '@vlabs/contract/people/student-lists';
import type { Pool } from 'pg';
import { PublicError } from '../../platform/errors.ts';
import type { MemberLists, MemberPlan } from '../../platform/lists/member-lists.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import type { MemberList } from './lists/member-list.ts';

type Lines = Pick<MemberList, 'members' | 'problems'>;

/** A larger share of members from lists is removed only after another confirmation. */
const MANY = 0.1;
const PROBLEMS_TOLD = 1000;

const areMany = ({ missing, byLists }: MemberPlan): boolean => missing > byLists * MANY;

/** Problems of the lines themselves and of the people they name. */
const allProblems = (list: Lines, plan: MemberPlan): ListProblem[] =>
  [...list.problems, ...plan.problems]
    .toSorted((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_TOLD);

/** Previews an import with its classes; lists only faulty lines. */
export function previewMembers(
  { pool, lists }: { pool: Pool; lists: MemberLists },
  list: Lines,
  how: {
    /** Null if not given. */
    termId: string | null;
    /** Roll numbers of students that the import adds first. */
    coming?: readonly string[];
  },
): Promise<Planned & { ofMembers: OfMembers; term?: ListTerm; classes: ListClass[] }> {
  return inTransaction(pool, async (db) => {
    const { coming = [] } = how;
    const term = await lists.chooseTerm(db, how.termId);
    const plan = await lists.plan(db, list.members, { isToBeWritten: false, term, coming });
    const { added, changed, unchanged, missing, byLists } = plan;
    const problems = allProblems(list, plan);
    const lines = [...new Set(problems.map(({ line }) => line))];
    const atFault = new Set(lines);
    const written = new Map(
      list.members.filter(({ line }) => atFault.has(line)).map((member) => [member.line, member]),
    );
    return {
      columns: ['Roll no', 'Class code', 'Section', 'Role'],
      rows: lines.map((line) => {
        const { rollNumber = '', code = '', section = '', role = '' } = written.get(line) ?? {};
        return { 'Roll no': rollNumber, 'Class code': code, Section: section, Role: role };
      }),
      lines: lines.map((line) => ({ line, outcome: 'faulty' as const, before: {} })),
      problems,
      added,
      changed,
      unchanged,
      ofMembers: { missing, byLists, areMany: areMany(plan), hasUnread: list.problems.length > 0 },
      ...(term && { term }),
      classes: await lists.listClasses(db),
    };
  });
}

/** The term of the classes, and what to do with missing members. */
export interface HowToImport {
  /** Null if not given. */
  termId: string | null;
  endsMissing: boolean;
  endsMany: boolean;
}

/** Writes the list in the transaction; `goOn` gets the progress and may throw to cancel. */
export async function importMembers(
  { db, lists }: { db: Database; lists: MemberLists },
  list: Lines,
  { endsMissing, endsMany, goOn, ...how }: HowToImport & { goOn?: (done: number) => Promise<void> },
) {
  const term = await lists.chooseTerm(db, how.termId);
  const toWrite = { isToBeWritten: true, term, ...(goOn && { goOn }) };
  const plan = await lists.plan(db, list.members, toWrite);
  if (endsMissing && list.problems.length > 0) throw notWhole();
  if (endsMissing && !endsMany && areMany(plan)) throw wouldEndMany(plan);
  await goOn?.(list.members.length);
  await lists.write(db, { endsMissing });
  const { added, changed, unchanged, missing } = plan;
  const ended = endsMissing ? missing : 0;
  return { added, changed: changed + ended, unchanged, problems: allProblems(list, plan), ended };
}

/**
 * For a class list that also names classes, with the problems of those. It removes nobody, because its skipped lines
 * may name members.
 */
export async function importMembersOf(
  parts: { db: Database; lists: MemberLists },
  list: Lines,
  termId: string | null,
): Promise<ListProblem[]> {
  if (list.members.length === 0) return list.problems;
  const how = { termId, endsMissing: false, endsMany: false };
  return (await importMembers(parts, list, how)).problems;
}

function notWhole(): PublicError {
  const message =
    'Some lines can’t be read, and their members would be removed. Correct them and upload the list again.';
  return new PublicError(409, 'not_whole', message);
}

function wouldEndMany({ missing, byLists }: MemberPlan): PublicError {
  const message = `${missing} of ${byLists} members from lists aren’t in this list and would be removed. Check whether the list is complete, then confirm again.`;
  return new PublicError(409, 'ends_many', message);
}
