import { Language } from '@vlabs/contract/running/languages';
import { z } from 'zod';

/** The longest text in one language, in bytes of UTF-8. */
export const MAX_SOURCE_BYTES = 65_536;
/** The longest answer: two full texts, with line breaks escaped. */
export const MAX_PROGRAM_ANSWER = 150_000;

const Source = z
  .string()
  .refine(
    (text) =>
      text.length <= MAX_SOURCE_BYTES &&
      text.isWellFormed() &&
      !text.includes('\0') &&
      new TextEncoder().encode(text).length <= MAX_SOURCE_BYTES,
  );

const ProgramAnswer = z.strictObject({
  /** The language that was open last: its text counts. */
  language: Language,
  /** The student's text in each language. */
  drafts: z.partialRecord(Language, Source),
});
export type ProgramAnswer = z.infer<typeof ProgramAnswer>;

/** Null if the text is no answer. */
export function readProgramAnswer(answer: string): ProgramAnswer | null {
  try {
    return ProgramAnswer.safeParse(JSON.parse(answer)).data ?? null;
  } catch {
    return null;
  }
}

export const writeProgramAnswer = ({ language, drafts }: ProgramAnswer): string =>
  JSON.stringify({ language, drafts });

/** Spaces at the ends don't count. */
export const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();
