import type {
  ListClass,
  ListPreview,
  ListProblem,
  ListTerm,
  OfMembers,
  Planned,
} from '@vlabs/contract/students/student-lists';
import type { Pool } from 'pg';
import { freeEmails, saveListedPeople } from '../../auth/auth.reads.ts';
import {
  type MemberPlan,
  chooseTermOfList,
  listNamedClasses,
  planMembers,
  writeMembers,
} from '../../classes/classes.reads.ts';
import { PublicError } from '../../platform/errors.ts';
import { type Database, inTransaction } from '../../platform/postgres/database.ts';
import { listHolders, listStudentRecords, upsertStudents } from '../list/students.queries.ts';
import { type ImportPlan, planImport, writtenLines } from './import-plan.ts';
import type { HowToImport } from './imports.queries.ts';
import { type MemberList, membersOfRows, namesClasses } from './lists/member-list.ts';
import type { ParsedList, StudentList } from './lists/student-list.ts';

/** A larger share of members from lists is removed only after another confirmation. */
const MANY = 0.1;
const PROBLEMS_TOLD = 1000;
/** Rows written between progress reports. */
const ROWS_AT_A_TIME = 1000;

type Members = Pick<MemberList, 'members' | 'problems'>;

interface ListOrder {
  list: ParsedList;
  how: HowToImport;
}

/** Reports progress and may throw to stop. */
type GoOn = (progress: { rowsTotal: number; rowsDone: number }) => Promise<void>;

/** What a list changes among the students, in classes, or in both. */
type ListPlan =
  | { students: null; members: MembersOfList }
  | { students: StudentsOfList; members: MembersOfList | null };

interface StudentsOfList extends ImportPlan {
  list: StudentList;
}

/** Its problems are those of the lines themselves and of the people they name. */
interface MembersOfList extends MemberPlan {
  list: Members;
  term: ListTerm | null;
}

/** What importing the list would change now. */
export function previewList(pool: Pool, order: ListOrder): Promise<Omit<ListPreview, 'importId'>> {
  return inTransaction(pool, async (db) => {
    const { students, members } = await planList(db, order, null);
    if (!students) {
      return { ...(await showMembers(db, members)), repairs: [], doubtful: 0, columnChoice: null };
    }
    const { list, students: _, ...plan } = students;
    const { columns, rows, repairs, choice: columnChoice } = list;
    const shown = { ...plan, columns, rows: rows.map(({ cells }) => cells), repairs, columnChoice };
    if (!members) return shown;
    const inClasses = await showMembers(db, members);
    const { ofMembers: _removesNobody, term, classes, ...planned } = inClasses;
    return { ...shown, inClasses: planned, classes, ...(term && { term }) };
  });
}

interface Written {
  added: number;
  changed: number;
  unchanged: number;
  problems: ListProblem[];
  /** Removed members; only for a member list. */
  ended?: number;
}

/** Writes the list as it would be previewed now, in a transaction that holds the student list. */
export async function writeList(db: Database, order: ListOrder, goOn: GoOn): Promise<Written> {
  const { students, members } = await planList(db, order, goOn);
  if (!students) {
    const { added, changed, unchanged, missing, problems } = members;
    const ended = order.how.endsMissing ? missing : 0;
    return { added, changed: changed + ended, unchanged, problems, ended };
  }
  const { lines, added, changed, unchanged } = students;
  const written = writtenLines(lines);
  const skipped = students.problems.filter(({ line }) => !written.has(line));
  return { added, changed, unchanged, problems: [...skipped, ...(members?.problems ?? [])] };
}

/**
 * Plans the list, and writes the plan if there is a `goOn`. The members are planned after the students are written, so
 * that what decides about them is read from locked rows.
 */
async function planList(
  db: Database,
  { list, how }: ListOrder,
  goOn: GoOn | null,
): Promise<ListPlan> {
  if (list.kind === 'members') {
    return { students: null, members: await planInClasses(db, { list, how }, goOn) };
  }
  const students = { ...planImport(list, await readKnown(db), how), list };
  if (goOn) await writeStudents(db, students, goOn);
  const named = membersOfWritten(list, students.lines);
  const order = {
    list: named,
    // A class list removes nobody, because its skipped lines may name members.
    how: { ...how, endsMissing: false, endsMany: false },
    // In a preview they are not written.
    coming: goOn ? [] : students.students.map(({ id }) => id),
  };
  const members = namesClasses(list.columns)
    ? await planInClasses(db, order, goOn && (async () => {}))
    : null;
  const rowsTotal = countRows(students);
  await goOn?.({ rowsTotal, rowsDone: rowsTotal });
  return { students, members };
}

const countRows = ({ students, unchanged }: ImportPlan) => students.length + unchanged;

async function writeStudents(db: Database, plan: ImportPlan, goOn: GoOn): Promise<void> {
  const { students, unchanged } = plan;
  await freeEmails(db, students);
  for (let start = 0; start < students.length; start += ROWS_AT_A_TIME) {
    await goOn({ rowsTotal: countRows(plan), rowsDone: unchanged + start });
    const some = students.slice(start, start + ROWS_AT_A_TIME);
    await saveListedPeople(db, some);
    await upsertStudents(
      db,
      some.map(({ row }) => row),
    );
  }
}

async function planInClasses(
  db: Database,
  { list, how, coming = [] }: { list: Members; how: HowToImport; coming?: string[] },
  goOn: GoOn | null,
): Promise<MembersOfList> {
  const { endsMissing, endsMany, termId } = how;
  const rowsTotal = list.members.length;
  const term = await chooseTermOfList(db, termId);
  const plan = await planMembers(db, list.members, {
    isToBeWritten: goOn !== null,
    term,
    coming,
    ...(goOn && { goOn: (rowsDone) => goOn({ rowsTotal, rowsDone }) }),
  });
  if (goOn) {
    if (endsMissing && list.problems.length > 0) throw notWhole();
    if (endsMissing && !endsMany && areMany(plan)) throw wouldEndMany(plan);
    await goOn({ rowsTotal, rowsDone: rowsTotal });
    await writeMembers(db, { endsMissing });
  }
  const problems = [...list.problems, ...plan.problems]
    .toSorted((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_TOLD);
  return { ...plan, problems, list, term };
}

/** Lists only faulty lines. */
async function showMembers(
  db: Database,
  plan: MembersOfList,
): Promise<Planned & { ofMembers: OfMembers; term?: ListTerm; classes: ListClass[] }> {
  const { list, term, problems, added, changed, unchanged, missing, byLists } = plan;
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
    classes: await listNamedClasses(db),
  };
}

const readKnown = async (db: Database) => ({
  records: await listStudentRecords(db),
  holders: await listHolders(db),
});

function membersOfWritten(
  { rows }: StudentList,
  lines: Parameters<typeof writtenLines>[0],
): Members {
  const written = writtenLines(lines);
  return membersOfRows(rows.filter(({ line }) => written.has(line)));
}

const areMany = ({ missing, byLists }: MemberPlan): boolean => missing > byLists * MANY;

function notWhole(): PublicError {
  const message =
    'Some lines can’t be read, and their members would be removed. Correct them and upload the list again.';
  return new PublicError(409, 'not_whole', message);
}

function wouldEndMany({ missing, byLists }: MemberPlan): PublicError {
  const message = `${missing} of ${byLists} members from lists aren’t in this list and would be removed. Check whether the list is complete, then confirm again.`;
  return new PublicError(409, 'ends_many', message);
}
