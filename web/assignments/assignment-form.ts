import type { AssignmentStatement } from '@vlabs/contract/assignments';
import { type Audience, EVERYONE } from '@vlabs/contract/audience';
import { writeKolkataField } from '@vlabs/contract/kolkata-time';
import { type LanguageId, readLanguage } from './languages.ts';

/** What stands in the form, as it was typed. */
export interface AssignmentValues {
  title: string;
  text: string;
  /** A link to an uploaded file; empty without one. */
  path: string;
  filename: string;
  dueAt: string;
  /** Judge0's number; empty for any language. */
  language: string;
  maxMarks: string;
  audience: Audience;
}

export const emptyAssignment: AssignmentValues = {
  title: '',
  text: '',
  path: '',
  filename: '',
  dueAt: '',
  language: '',
  maxMarks: '100',
  audience: EVERYONE,
};

export function valuesOf(statement: AssignmentStatement): AssignmentValues {
  const { title, text, path, filename, dueAt, language, maxMarks, audience } = statement;
  return {
    title,
    text,
    path,
    filename,
    dueAt: dueAt === null ? '' : writeKolkataField(new Date(dueAt)),
    language: language === null ? '' : String(language),
    maxMarks: String(maxMarks),
    audience: audience ?? EVERYONE,
  };
}

/** What the calls take of what was typed. */
export function settingsOf(values: AssignmentValues): {
  title: string;
  dueAt: string | null;
  language: LanguageId | null;
  maxMarks: number;
  audience: Audience;
} {
  const { title, dueAt, language, maxMarks, audience } = values;
  return {
    title,
    dueAt: dueAt === '' ? null : dueAt,
    language: readLanguage(language),
    maxMarks: maxMarks.trim() === '' ? Number.NaN : Number(maxMarks),
    audience,
  };
}
