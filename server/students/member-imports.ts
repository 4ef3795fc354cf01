import type {
  ListClass,
  ListProblem,
  ListTerm,
  OfMembers,
  Planned,
} from '@vlabs/contract/people/student-lists';
import type { Pool } from 'pg';
import { PublicError } from '../platform/errors.ts';
import type { MemberLists, MemberPlan } from '../platform/member-lists.ts';
import { type Database, inTransaction } from '../platform/postgres/database.ts';
import type { MemberList } from './lists/member-list.ts';

type Lines = Pick<MemberList, 'members' | 'problems'>;

/** More of those who came by lists than this share leave only where the admin says so once more. */
const MANY = 0.1;
const PROBLEMS_TOLD = 1000;

const areMany = ({ missing, byLists }: MemberPlan): boolean => missing > byLists * MANY;

/** What is wrong with lines as they stand, and with whom they name. */
const allProblems = (list: Lines, plan: MemberPlan): ListProblem[] =>
  [...list.problems, ...plan.problems]
    .toSorted((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_TOLD);

/** What an import of the list would do, and in which classes; of its lines those at fault alone are shown. */
export function previewMembers(
  { pool, lists }: { pool: Pool; lists: MemberLists },
  list: Lines,
  how: {
    /** Null: not said. */
    termId: string | null;
    /** Roll numbers of the students that the import adds first. */
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

/** The term of the classes in a list, and what to do with members that the list does not name. */
export interface HowToImport {
  /** Null: not said. */
  termId: string | null;
  endsMissing: boolean;
  endsMany: boolean;
}

/** Writes what the list says within the transaction; `goOn` hears how far it is, and may throw to stop. */
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
 * Of a class list that names classes too; what is wrong with those of its lines. It ends nobody: a line
 * that is left out is none of these.
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
    'Lines of this list cannot be read, and whoever stands on them would leave. Correct them, and upload it again.';
  return new PublicError(409, 'not_whole', message);
}

function wouldEndMany({ missing, byLists }: MemberPlan): PublicError {
  const message = `${missing} of ${byLists} members by lists are not in this one and would leave. Look whether the list is whole, and say once more that they leave.`;
  return new PublicError(409, 'ends_many', message);
}
