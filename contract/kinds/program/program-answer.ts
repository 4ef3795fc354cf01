import { Language } from '../../runs/languages.ts';
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

const ProgramAnswer = z
  .strictObject({
    /** The language that was open last: its text counts. */
    language: Language,
    /** The student's text in each language. */
    drafts: z.partialRecord(Language, Source).readonly(),
  })
  .readonly();
export type ProgramAnswer = z.infer<typeof ProgramAnswer>;

/** The answer and its texts. */
const OBJECTS = 2;

/**
 * Whether the JSON has a list, or more objects than an answer. Parsing brackets takes a hundred times as long as
 * finding them.
 */
function isNested(json: string): boolean {
  let objects = 0;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') at = endOfText(json, at);
    if (sign === '{') objects += 1;
    if (sign === '[' || objects > OBJECTS) return true;
  }
  return false;
}

function endOfText(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at === -1 ? json.length : at;
}

/** After an odd number of backslashes. */
function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** In characters, all answers that are kept. */
const MAX_KEPT = 4_000_000;
/** The answers that were read last: saving one reads it several times, and once more as the one before the next. */
const kept = new Map<string, ProgramAnswer>();
let keptLength = 0;

/** Null if the text is no answer. */
export function readProgramAnswer(answer: string): ProgramAnswer | null {
  if (answer.length > MAX_PROGRAM_ANSWER) return null;
  const known = kept.get(answer);
  if (known) return known;
  const read = parse(answer);
  if (read) keep(answer, read);
  return read;
}

function parse(answer: string): ProgramAnswer | null {
  if (isNested(answer)) return null;
  try {
    return ProgramAnswer.safeParse(JSON.parse(answer)).data ?? null;
  } catch {
    return null;
  }
}

function keep(answer: string, read: ProgramAnswer): void {
  kept.set(answer, read);
  keptLength += answer.length;
  for (const [oldest] of kept) {
    if (keptLength <= MAX_KEPT) return;
    kept.delete(oldest);
    keptLength -= oldest.length;
  }
}

export const writeProgramAnswer = ({ language, drafts }: ProgramAnswer): string =>
  JSON.stringify({ language, drafts });

/** Spaces at the ends don't count. */
export const isSameText = (one: string, other: string): boolean => one.trim() === other.trim();
