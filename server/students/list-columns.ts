import { PublicError } from '../platform/errors.ts';
import type { ListedFields } from './listed-student.ts';
import { readCells, type Separator } from './list-records.ts';

export type FieldName = keyof ListedFields;

/** The headings of the specification, and how else class lists write them. */
const known: { field: FieldName; heading: string; isOptional?: true; alsoWritten?: string[] }[] = [
  { field: 'firstName', heading: 'First Name', alsoWritten: ['forename', 'given name'] },
  { field: 'lastName', heading: 'Last Name', alsoWritten: ['surname', 'family name'] },
  {
    field: 'rollNumber',
    heading: 'Roll no',
    alsoWritten: ['roll number', 'rollnumber', 'roll'],
  },
  { field: 'course', heading: 'Course opted', alsoWritten: ['course'] },
  {
    field: 'email',
    heading: 'Email ID',
    alsoWritten: ['email', 'e mail', 'e mail id', 'email address', 'mail id'],
  },
  {
    field: 'mobile',
    heading: 'Mobile No',
    alsoWritten: ['mobile', 'mobile number', 'phone', 'phone no', 'phone number'],
  },
  { field: 'mentorName', heading: 'Mentor Name', alsoWritten: ['mentor'] },
  {
    field: 'parentMobile',
    heading: 'Parent Mobile No',
    alsoWritten: ['parent mobile', 'parent number', 'parent no', 'parents mobile no'],
  },
  {
    field: 'graduationYear',
    heading: 'Year of Graduation',
    alsoWritten: ['graduation year', 'year of passing'],
  },
  {
    field: 'mentorEmail',
    heading: 'Mentor Email ID',
    isOptional: true,
    alsoWritten: ['mentor email', 'mentor e mail id'],
  },
  { field: 'department', heading: 'Department', isOptional: true },
];

const headings = new Map(known.map(({ field, heading }) => [field, heading]));

/** What the column of a field is called on the screen and in files. */
export const headingOf = (field: FieldName): string => headings.get(field) ?? field;

/** Every column of a list, in its order: a known field, or a heading that is kept as it is. */
export interface ListColumn {
  heading: string;
  field: FieldName | null;
}

export interface ListHeader {
  columns: ListColumn[];
  separator: Separator;
  /** Where the first line below the header stands, from 0. */
  rowsFrom: number;
}

/** Finds the header, what separates its cells, and what each column is. Refuses what is no student list. */
export function readHeader(lines: string[]): ListHeader {
  // Spreadsheets write `sep=;` above the header when asked to say the separator.
  const first = lines.findIndex((line) => line.trim() !== '' && !/^sep=.$/i.test(line.trim()));
  const candidates = ([',', ';', '\t'] as const).map((separator) =>
    readHeaderAt(lines, first, separator),
  );
  const [best] = candidates.toSorted((a, b) => countKnown(b.columns) - countKnown(a.columns));
  if (!best) throw new Error('A header is read with at least one separator.');
  refuseWrongHeader(best.columns);
  return best;
}

function readHeaderAt(lines: string[], first: number, separator: Separator): ListHeader {
  // A heading may be quoted and have line breaks in it.
  const { records } = readCells(lines.slice(first, first + 20), separator);
  const [record = { cells: [], lastLine: 1 }] = records;
  const cells = withoutTrailingBlanks(record.cells);
  const columns = cells.map((cell, index) => toColumn(cell, index));
  return { columns, separator, rowsFrom: first + record.lastLine };
}

function withoutTrailingBlanks(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

function toColumn(cell: string, index: number): ListColumn {
  const heading = cell.trim().replaceAll(/\s+/g, ' ');
  const found = known.find((column) => namesOf(column).includes(plain(heading)));
  if (found) return { heading: found.heading, field: found.field };
  return { heading: heading === '' ? `Column ${index + 1}` : heading, field: null };
}

function namesOf({ heading, alsoWritten = [] }: (typeof known)[number]): string[] {
  return [plain(heading), ...alsoWritten];
}

/** Case, dots, dashes and underscores make no difference. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const countKnown = (columns: ListColumn[]) => columns.filter(({ field }) => field !== null).length;

function refuseWrongHeader(columns: ListColumn[]): void {
  const missing = known.filter(
    ({ field, isOptional }) => !isOptional && columns.every((column) => column.field !== field),
  );
  if (missing.length > 0) {
    const names = missing.map(({ heading }) => heading).join(', ');
    throw new PublicError(
      400,
      'missing_columns',
      `The first line has no column ${names}. Write the headings in the first line of the file and upload it again.`,
    );
  }
  const repeated = columns.find(({ heading }, index) =>
    columns.slice(0, index).some((column) => plain(column.heading) === plain(heading)),
  );
  if (repeated) {
    throw new PublicError(
      400,
      'repeated_column',
      `The column ${repeated.heading} stands twice in the first line. Take one of them out and upload the file again.`,
    );
  }
}
