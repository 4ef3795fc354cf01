import type { Arrangement, FormField } from './arrangement.ts';
import {
  type Cell,
  type Line,
  type Work,
  calculateLine,
  prepareLines,
  roundMark,
} from './lines.ts';
import type { SheetStudent } from './marks.ts';
import { numberInWords } from './number-words.ts';

type Columns = readonly (Work & { title: string })[];
type Value = string | number;

interface FormRow {
  student: SheetStudent;
  line: Line;
  serial: number;
}

/** The head of an export and its rows, as the arrangement says. Numbers are numbers; an unknown total is empty. */
export function writeForm(
  arrangement: Arrangement,
  columns: Columns,
  students: readonly SheetStudent[],
): { header: string[]; rows: Value[][] } {
  const { groups, form } = arrangement;
  const rules = prepareLines(columns, arrangement);
  const header = form.columns.flatMap(({ field, header: named }) => {
    if (field === 'works') return columns.map(({ title, maxMarks }) => `${title} (${maxMarks})`);
    if (field === 'groups') return groups.map(({ name, weight }) => `${name} (${weight})`);
    return [named];
  });
  const rows = students.map((student, place) => {
    const row = { student, line: calculateLine(rules, student.cells), serial: place + 1 };
    return form.columns.flatMap(({ field }) => valuesOf[field](row, arrangement));
  });
  return { header, rows };
}

const valuesOf: Record<FormField, (row: FormRow, arrangement: Arrangement) => Value[]> = {
  serial: ({ serial }) => [serial],
  roll_number: ({ student }) => [student.personId],
  name: ({ student }) => [student.name],
  section: ({ student }) => [student.sections.join(', ')],
  email: ({ student }) => [student.email],
  works: ({ student }, arrangement) => student.cells.map((cell) => writeCell(cell, arrangement)),
  groups: ({ line }) => line.groups.map(({ points }) => points ?? ''),
  total: ({ line }) => [line.total ?? ''],
  percent: ({ line }) => [line.percent ?? ''],
  words: ({ line }) => [line.total === null ? '' : numberInWords(line.total)],
  remark: ({ student, line }, { form }) => [remarkOn(student.cells, line, form.passPercent)],
};

/** What is not over yet is empty, and what was not for the student is NA. */
const stateWords = {
  to_mark: 'Not marked',
  not_asked: 'NA',
  not_yet: '',
  hidden: 'Not released',
};

function writeCell(cell: Cell, { decimals, form }: Arrangement): Value {
  if (typeof cell === 'number') return roundMark(cell, decimals);
  return cell === 'absent' ? form.absent : stateWords[cell];
}

function remarkOn(cells: readonly Cell[], line: Line, passPercent: number | null): string {
  if (line.percent === null) return '';
  if (line.isProvisional) return 'Provisional';
  const asked = cells.filter((cell) => cell !== 'not_asked');
  if (asked.every((cell) => cell === 'absent')) return 'Absent';
  if (passPercent === null) return '';
  return line.percent >= passPercent ? 'Pass' : 'Fail';
}
