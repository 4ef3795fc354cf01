import {
  type ColumnMatch,
  FULL_NAME,
  type ListHeading,
} from '@vlabs/contract/students/student-lists';
import { PublicError } from '../../../platform/errors.ts';
import { EmailAddress, FullName, RollNumber } from '@vlabs/contract/auth/auth';
import { z } from 'zod';

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

/** The fields of a student list. All are text, to keep leading zeros and +91. */
export interface ListedFields {
  firstName: string;
  lastName: string;
  rollNumber: string;
  course: string;
  email: string;
  mobile: string;
  mentorName: string;
  parentMobile: string;
  graduationYear: string;
  mentorEmail: string;
  department: string;
}

/** An unknown column. */
export interface OtherField {
  heading: string;
  text: string;
}

/** A student in a list, with only the fields that the list has. */
export interface ListedStudent {
  fields: Pick<ListedFields, 'firstName' | 'lastName' | 'rollNumber'> & Partial<ListedFields>;
  other: OtherField[];
  /** The list has whole names: the split into first and last name is a guess. */
  isSplitGuessed?: true;
}

const MAX_TEXT = 200;
const MAX_OTHER_TEXT = 2000;

/** Spreadsheets turn long numbers into this form and lose their last digits. */
const SHORTENED_NUMBER = /^\d(?:[.,]\d+)?E\+\d+$/i;

const nameText = z.string().max(99, 'Shorten this to at most 99 characters.');
const text = z.string().max(MAX_TEXT, `Shorten this to at most ${MAX_TEXT} characters.`);
const notShortened = text.refine((value) => !SHORTENED_NUMBER.test(value), {
  message:
    'A spreadsheet has shortened this number. Format the column as text and enter the number again.',
});
const emailOrNothing = z.union([z.literal(''), EmailAddress]);

const rules: Record<keyof ListedFields, z.ZodType<string>> = {
  firstName: nameText.min(1, 'First Name is empty. Fill it in.'),
  lastName: nameText,
  rollNumber: z
    .string()
    .min(1, 'Roll no is empty. Fill it in.')
    .pipe(notShortened)
    .pipe(RollNumber),
  course: text,
  email: emailOrNothing,
  mobile: notShortened,
  mentorName: text,
  parentMobile: notShortened,
  graduationYear: text,
  mentorEmail: emailOrNothing,
  department: text,
};

/** The error of a field, or null. */
export function findFault(field: keyof ListedFields, value: string): string | null {
  return rules[field].safeParse(value).error?.issues[0]?.message ?? null;
}

export function findOtherFault(value: string): string | null {
  if (value.length <= MAX_OTHER_TEXT) return null;
  return `Shorten this to at most ${MAX_OTHER_TEXT} characters.`;
}

/** The name of the account. */
export function fullNameOf({
  firstName,
  lastName,
}: Pick<ListedFields, 'firstName' | 'lastName'>): string {
  return FullName.parse(`${firstName} ${lastName}`);
}

/**
 * Splits a name into the list's two parts. The last name is the listed one while the full name still ends with it,
 * otherwise the last word.
 */
export function splitName(
  name: string,
  listedLastName: string | null,
): Pick<ListedFields, 'firstName' | 'lastName'> {
  if (listedLastName === '') return { firstName: name, lastName: '' };
  if (listedLastName !== null && name.endsWith(` ${listedLastName}`)) {
    const firstName = name.slice(0, -listedLastName.length - 1);
    return { firstName, lastName: listedLastName };
  }
  const space = name.lastIndexOf(' ');
  if (space <= 0) return { firstName: name, lastName: '' };
  return { firstName: name.slice(0, space), lastName: name.slice(space + 1) };
}

/** Splits a whole name such as "Asha Rao" or "Rao, Asha". */
export function splitWholeName(
  whole: string,
): Pick<ListedFields, 'firstName' | 'lastName'> & { isGuessed: boolean } {
  const [last = '', first = '', ...more] = whole.split(',').map((part) => part.trim());
  if (first !== '' && last !== '' && more.length === 0) {
    return { firstName: first, lastName: last, isGuessed: false };
  }
  return { ...splitName(whole, null), isGuessed: true };
}
