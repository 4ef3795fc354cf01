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
import { planImport, writtenLines } from './import-plan.ts';
import type { HowToImport } from './imports.queries.ts';
import type { ParsedList } from './lists/list-messages.ts';
import { type MemberList, membersOfRows, namesClasses } from './lists/member-list.ts';
import type { StudentList } from './lists/student-list.ts';

/** A larger share of members from lists is removed only after another confirmation. */
const MANY = 0.1;
const PROBLEMS_TOLD = 1000;
/** Rows written between progress reports. */
const ROWS_AT_A_TIME = 1000;

type Members = Pick<MemberList, 'members' | 'problems'>;

/** What importing the list would change now. */
export async function previewList(
  pool: Pool,
  list: ParsedList,
  how: HowToImport,
): Promise<Omit<ListPreview, 'importId'>> {
  if (list.kind === 'members') {
    const planned = await previewMembers(pool, list, how);
    return { ...planned, repairs: [], doubtful: 0, columnChoice: null };
  }
  const { students, ...plan } = planImport(list, await readKnown(pool), how);
  const { columns, rows, repairs, choice: columnChoice } = list;
  const shown = { ...plan, columns, rows: rows.map(({ cells }) => cells), repairs, columnChoice };
  if (!namesClasses(columns)) return shown;
  // Classes are named by the students of the list, who may not exist yet.
  const coming = students.map(({ id }) => id);
  const named = await previewMembers(pool, membersOfWritten(list, plan.lines), how, coming);
  const { ofMembers: _, term, classes, ...inClasses } = named;
  return { ...shown, inClasses, classes, ...(term && { term }) };
}

/** Lists only faulty lines. Students in `coming` are added before the memberships. */
function previewMembers(
  pool: Pool,
  list: Members,
  how: HowToImport,
  coming: readonly string[] = [],
): Promise<Planned & { ofMembers: OfMembers; term?: ListTerm; classes: ListClass[] }> {
  return inTransaction(pool, async (db) => {
    const term = await chooseTermOfList(db, how.termId);
    const plan = await planMembers(db, list.members, { isToBeWritten: false, term, coming });
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
      classes: await listNamedClasses(db),
    };
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

/** Reports progress and may throw to stop. */
type GoOn = (progress: { rowsTotal: number; rowsDone: number }) => Promise<void>;

/** Plans again and writes the list, in a transaction that holds the student list. */
export async function writeList(
  db: Database,
  { list, how }: { list: ParsedList; how: HowToImport },
  goOn: GoOn,
): Promise<Written> {
  if (list.kind === 'list') return writeStudents(db, { list, how }, goOn);
  const rowsTotal = list.members.length;
  return importMembers(db, list, { ...how, goOn: (rowsDone) => goOn({ rowsTotal, rowsDone }) });
}

async function writeStudents(
  db: Database,
  { list, how }: { list: StudentList; how: HowToImport },
  goOn: GoOn,
): Promise<Written> {
  const plan = planImport(list, await readKnown(db), how);
  const { students, lines, added, changed, unchanged } = plan;
  const rowsTotal = students.length + unchanged;
  await freeEmails(db, students);
  for (let start = 0; start < students.length; start += ROWS_AT_A_TIME) {
    await goOn({ rowsTotal, rowsDone: unchanged + start });
    const some = students.slice(start, start + ROWS_AT_A_TIME);
    await saveListedPeople(db, some);
    await upsertStudents(
      db,
      some.map(({ row }) => row),
    );
  }
  const named = membersOfWritten(list, lines);
  // A class list removes nobody, because its skipped lines may name members.
  const ends = { endsMissing: false, endsMany: false };
  const inClasses =
    named.members.length === 0 ? named : await importMembers(db, named, { ...how, ...ends });
  await goOn({ rowsTotal, rowsDone: rowsTotal });
  const written = writtenLines(lines);
  const skipped = plan.problems.filter(({ line }) => !written.has(line));
  return { added, changed, unchanged, problems: [...skipped, ...inClasses.problems] };
}

async function importMembers(
  db: Database,
  list: Members,
  how: HowToImport & { goOn?: (done: number) => Promise<void> },
): Promise<Written> {
  const { endsMissing, endsMany, goOn } = how;
  const term = await chooseTermOfList(db, how.termId);
  const plan = await planMembers(db, list.members, {
    isToBeWritten: true,
    term,
    ...(goOn && { goOn }),
  });
  if (endsMissing && list.problems.length > 0) throw notWhole();
  if (endsMissing && !endsMany && areMany(plan)) throw wouldEndMany(plan);
  await goOn?.(list.members.length);
  await writeMembers(db, { endsMissing });
  const { added, changed, unchanged, missing } = plan;
  const ended = endsMissing ? missing : 0;
  return { added, changed: changed + ended, unchanged, problems: allProblems(list, plan), ended };
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

/** Problems of the lines themselves and of the people they name. */
const allProblems = (list: Members, plan: MemberPlan): ListProblem[] =>
  [...list.problems, ...plan.problems]
    .toSorted((one, other) => one.line - other.line)
    .slice(0, PROBLEMS_TOLD);

function notWhole(): PublicError {
  const message =
    'Some lines can’t be read, and their members would be removed. Correct them and upload the list again.';
  return new PublicError(409, 'not_whole', message);
}

function wouldEndMany({ missing, byLists }: MemberPlan): PublicError {
  const message = `${missing} of ${byLists} members from lists aren’t in this list and would be removed. Check whether the list is complete, then confirm again.`;
  return new PublicError(409, 'ends_many', message);
}
