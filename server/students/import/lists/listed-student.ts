import { EmailAddress, FullName, RollNumber } from '@vlabs/contract/people/auth';
import { z } from 'zod';

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
  return FullName.parse(`${firstName} ${lastName}`.trim());
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
