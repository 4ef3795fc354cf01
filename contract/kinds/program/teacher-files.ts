import { type Language, languageOf } from '../../runs/languages.ts';
import { type TextFile, findProblem, joinProgram, splitProgram } from '../../runs/program-text.ts';
import { z } from 'zod';
import type { Mistake } from '../kind.ts';
import { Short } from '../texts.ts';

/** Of a question, read only and hidden ones together. */
export const MAX_TEACHER_FILES = 20;
/** In characters, all of a question together. */
export const MAX_TEACHER_TEXT = 200_000;

const TOO_MANY = `A question has at most ${MAX_TEACHER_FILES} files.`;
const TOO_LONG = `The files of a question have at most ${MAX_TEACHER_TEXT.toLocaleString('en-IN')} characters together.`;

/** Absent for none, so that questions without files are stored as they were before there were any. */
export const TeacherFiles = z
  .array(z.object({ path: Short, text: z.string().max(MAX_TEACHER_TEXT, TOO_LONG) }))
  .max(MAX_TEACHER_FILES, TOO_MANY)
  .optional();

interface Given {
  languages: readonly Language[];
  /** What students see, and what only the judging has. */
  readOnly: readonly TextFile[];
  hidden: readonly TextFile[];
}

export function listFileMistakes({ languages, readOnly, hidden }: Given): Mistake[] {
  const all = [
    ...readOnly.map((file, at) => ({ ...file, field: `Body.files.${at}` })),
    ...hidden.map((file, at) => ({ ...file, field: `Key.files.${at}` })),
  ];
  const mainNames = languages.map((language) => languageOf(language).sourceFile);
  const accepted: string[] = [];
  const mistakes = all.flatMap(({ field, path, text }) => {
    const ofPath = findPathMistake(path, accepted, mainNames);
    if (ofPath === null) accepted.push(path);
    else return [{ path: `${field}.path`, message: ofPath }];
    const ofText = findTextMistake({ path, text });
    return ofText === null ? [] : [{ path: `${field}.text`, message: ofText }];
  });
  const last = all.at(-1);
  if (last && all.length > MAX_TEACHER_FILES)
    mistakes.push({ path: `${last.field}.path`, message: TOO_MANY });
  if (last && all.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEACHER_TEXT)
    mistakes.push({ path: `${last.field}.text`, message: TOO_LONG });
  return mistakes;
}

function findPathMistake(path: string, others: readonly string[], mainNames: readonly string[]) {
  const problems = mainNames.map((mainName) => findProblem([...others, path], mainName));
  return problems.find((problem) => problem !== null) ?? null;
}

function findTextMistake(file: TextFile): string | null {
  if (!file.text.isWellFormed() || file.text.includes('\0'))
    return 'This text has characters that can’t be stored. Remove them.';
  const { files } = splitProgram(joinProgram({ main: '', files: [file] }), '');
  return files.length === 1 ? null : 'Remove the lines that look like ===== name =====.';
}
