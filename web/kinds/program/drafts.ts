import type { Language } from '@vlabs/contract/runs/languages';
import {
  MAX_PROGRAM_ANSWER,
  type ProgramAnswer,
  isSameText,
  readProgramAnswer,
  writeProgramAnswer,
} from '@vlabs/contract/kinds/program/program-answer';
import type { ProgramBody } from '@vlabs/contract/kinds/program/program';

type Asked = Pick<ProgramBody, 'languages' | 'starters'>;

/** The texts of an answer; without one, the editor begins with the first language. */
export const readDrafts = ({ languages }: Asked, answer: string | null): ProgramAnswer =>
  (answer === null ? null : readProgramAnswer(answer)) ?? {
    language: languages[0] ?? 'c',
    drafts: {},
  };

export const textOf = (
  { starters }: Asked,
  { drafts }: Pick<ProgramAnswer, 'drafts'>,
  language: Language,
): string => drafts[language] ?? starters[language] ?? '';

/** Null for no answer: every text equals its starter. Such texts are left out. */
export function writeDrafts(
  { languages, starters }: Asked,
  { language, drafts }: ProgramAnswer,
): string | null {
  const changed = languages.flatMap((each) => {
    const text = drafts[each];
    const isWritten = text !== undefined && !isSameText(text, starters[each] ?? '');
    return isWritten ? [[each, text] as const] : [];
  });
  if (changed.length === 0) return null;
  return writeProgramAnswer({ language, drafts: Object.fromEntries(changed) });
}

/** Reports whether the server takes an answer of this length. */
export const isShortEnough = (answer: string | null): boolean =>
  answer === null || (answer.length <= MAX_PROGRAM_ANSWER && readProgramAnswer(answer) !== null);

/** Without characters that can't be stored, such as half a surrogate pair from a paste. */
export const asStorable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
