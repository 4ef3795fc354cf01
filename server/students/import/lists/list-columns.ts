import {
  type ColumnMatch,
  FULL_NAME,
  type ListHeading,
} from '@vlabs/contract/people/student-lists';
import { PublicError } from '../../../platform/errors.ts';
import type { ListedFields } from './listed-student.ts';

export type FieldName = keyof ListedFields;

/** The specification's headings, and alternatives in class lists. */
const known: {
  field: FieldName;
  heading: ListHeading;
  isOptional?: true;
  alsoWritten?: string[];
}[] = [
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

/** A field's heading on screens and in files. */
export const headingOf = (field: FieldName): string => headings.get(field) ?? field;

/** A column to read: a known field, or a heading to keep. */
export interface ListColumn {
  heading: string;
  field: FieldName | 'fullName' | null;
  /** Position in the line, from 0. */
  index: number;
  /** The column is the email address, whose part before the @ is used. */
  isBeforeAt?: true;
}

/** Ignores case, dots, dashes and underscores. */
export const plainHeading = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The field of a class list's heading. */
export function findField(heading: string): FieldName | null {
  const plain = plainHeading(heading);
  const found = known.find(
    (column) => plainHeading(column.heading) === plain || column.alsoWritten?.includes(plain),
  );
  return found?.field ?? null;
}

/** The columns of a class list, and the missing ones. */
export function findColumns(fileHeadings: string[]): {
  columns: ListColumn[];
  missing: string[];
} {
  const columns = fileHeadings.map((heading, index) => {
    const field = findField(heading);
    return { heading: field ? headingOf(field) : heading, field, index };
  });
  const missing = known
    .filter(({ field, isOptional }) => !isOptional && columns.every((one) => one.field !== field))
    .map(({ heading }) => heading);
  return { columns, missing };
}

/** Refuses a class list with a repeated column. */
export function refuseRepeated(columns: ListColumn[]): void {
  const seen = new Set<string>();
  const repeated = columns.find(({ heading }) => {
    const plain = plainHeading(heading);
    if (seen.has(plain)) return true;
    seen.add(plain);
    return false;
  });
  if (!repeated) return;
  throw new PublicError(
    400,
    'repeated_column',
    `The column ${repeated.heading} appears twice in the first line. Remove one and upload the file again.`,
  );
}

/** The columns of another program's list, as matched by an admin. */
export function columnsOfMatch(fileHeadings: string[], { read, kept }: ColumnMatch): ListColumn[] {
  const indexOf = (heading: string) => {
    const index = fileHeadings.indexOf(heading);
    if (index < 0) throw wrongMatch(`The file has no column ${heading}. Choose its columns again.`);
    return index;
  };
  refuseIncomplete(read);
  const columns: ListColumn[] = [];
  for (const { field, heading } of known) {
    const source = read[heading];
    if (source === undefined) continue;
    const isBeforeAt = field === 'rollNumber' && source === read['Email ID'];
    columns.push({ heading, field, index: indexOf(source), ...(isBeforeAt && { isBeforeAt }) });
  }
  const whole = read[FULL_NAME];
  if (whole !== undefined) {
    columns.unshift({ heading: FULL_NAME, field: 'fullName', index: indexOf(whole) });
  }
  for (const heading of new Set(kept)) {
    columns.push({ heading, field: null, index: indexOf(heading) });
  }
  refuseRepeated(columns);
  return columns;
}

/** Only roll number, name and email address are required. */
function refuseIncomplete(read: ColumnMatch['read']): void {
  const isSaid = (heading: ListHeading | typeof FULL_NAME) => read[heading] !== undefined;
  const missing = [
    ...(isSaid('Roll no') ? [] : ['Roll no']),
    ...(isSaid('Email ID') ? [] : ['Email ID']),
    ...(isSaid('First Name') || isSaid(FULL_NAME) ? [] : [`First Name or ${FULL_NAME}`]),
  ];
  if (missing.length > 0) {
    throw wrongMatch(`Choose the column for ${missing.join(', and ')}.`);
  }
  if (isSaid(FULL_NAME) && (isSaid('First Name') || isSaid('Last Name'))) {
    throw wrongMatch(`Choose either ${FULL_NAME}, or First Name and Last Name.`);
  }
}

function wrongMatch(message: string): PublicError {
  return new PublicError(400, 'wrong_columns', message, { columnMatch: message });
}
