import type { ListPreview } from '@vlabs/contract/people/student-lists';
import type { Pool } from 'pg';
import type { MemberLists } from '../../platform/lists/member-lists.ts';
import { listHolders, listStudentRecords } from '../list/students.queries.ts';
import { type ImportPlan, planImport, writtenLines } from './import-plan.ts';
import type { ListRow } from './lists/list-row.ts';
import { membersOfRows, namesClasses } from './lists/member-list.ts';
import { type HowToRead, readMatchedList } from './matched-lists.ts';
import { previewMembers } from './member-imports.ts';

/** Previews an import of the file. */
export async function previewStudents(
  { pool, lists }: { pool: Pool; lists: MemberLists },
  bytes: Buffer,
  how: HowToRead,
): Promise<ListPreview> {
  const list = await readMatchedList(pool, bytes, how.columnMatch);
  if (list.kind === 'members') {
    const planned = await previewMembers({ pool, lists }, list, how);
    return { ...planned, repairs: [], doubtful: 0, columnChoice: null };
  }
  const known = { records: await listStudentRecords(pool), holders: await listHolders(pool) };
  const { students, ...plan } = planImport(list, known, how);
  const { columns, repairs, choice: columnChoice } = list;
  const { termId } = how;
  const inClasses =
    namesClasses(columns) &&
    (await previewClasses({ pool, lists }, list.rows, { ...plan, students, termId }));
  return {
    ...plan,
    columns,
    rows: list.rows.map(({ cells }) => cells),
    repairs,
    ...inClasses,
    columnChoice,
  };
}

/** The memberships of the students in a class list. */
async function previewClasses(
  parts: { pool: Pool; lists: MemberLists },
  rows: readonly ListRow[],
  { lines, students, termId }: Pick<ImportPlan, 'lines' | 'students'> & Pick<HowToRead, 'termId'>,
): Promise<Pick<ListPreview, 'inClasses' | 'term' | 'classes'>> {
  const written = writtenLines(lines);
  const named = membersOfRows(rows.filter(({ line }) => written.has(line)));
  const coming = students.map(({ id }) => id);
  const {
    ofMembers: _,
    term,
    classes,
    ...inClasses
  } = await previewMembers(parts, named, { termId, coming });
  return { inClasses, classes, ...(term && { term }) };
}
