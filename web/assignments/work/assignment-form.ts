import type { LanguageId } from '@vlabs/contract/runs/languages';
import type { AssignmentStatement } from '@vlabs/contract/assignments/assignments';
import { type Audience, EVERYONE } from '@vlabs/contract/students/audience';
import { writeKolkataField } from '@vlabs/contract/text/kolkata-time';
import { readLanguage } from '../../platform/languages.ts';

/** The form's values, as typed. */
export interface AssignmentValues {
  title: string;
  text: string;
  /** Link to an uploaded file; empty if there is none. */
  path: string;
  filename: string;
  dueAt: string;
  /** Judge0 language id; empty for any language. */
  language: string;
  maxMarks: string;
  audience: Audience;
  /** Starter code; used only if a language is set. */
  starterCode: string;
  canStep: boolean;
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
  starterCode: '',
  canStep: true,
};

/** Empty, for the students of a class. */
export const assignmentIn = ({ classId }: { classId: string }): AssignmentValues => ({
  ...emptyAssignment,
  audience: { ...EVERYONE, inClass: { classId, sections: [] } },
});

export function valuesOf(statement: AssignmentStatement): AssignmentValues {
  const { title, text, path, filename, dueAt, language, maxMarks, audience } = statement;
  const { starterCode, canStep } = statement;
  return {
    title,
    text,
    path,
    filename,
    dueAt: dueAt === null ? '' : writeKolkataField(new Date(dueAt)),
    language: language === null ? '' : String(language),
    maxMarks: String(maxMarks),
    audience: audience ?? EVERYONE,
    starterCode,
    canStep,
  };
}

/** Converts the form's values into the request body. */
export function settingsOf(values: AssignmentValues): {
  title: string;
  dueAt: string | null;
  language: LanguageId | null;
  maxMarks: number;
  audience: Audience;
  starterCode: string;
  canStep: boolean;
} {
  const { title, dueAt, language, maxMarks, audience, starterCode, canStep } = values;
  return {
    title,
    dueAt: dueAt === '' ? null : dueAt,
    language: readLanguage(language),
    maxMarks: maxMarks.trim() === '' ? Number.NaN : Number(maxMarks),
    audience,
    starterCode: language === '' ? '' : starterCode,
    canStep,
  };
}
