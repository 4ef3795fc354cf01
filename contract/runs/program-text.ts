import {
  MAX_PROGRAM_FILES,
  MAX_PROGRAM_FILES_BYTES,
  findClashingPath,
  isFilePath,
} from './program-files.ts';

/** A file beside the main one. */
export interface TextFile {
  path: string;
  text: string;
}

/** The files of a program that is written on our pages. */
export interface ProgramParts {
  /** The text of the main file. */
  main: string;
  files: readonly TextFile[];
}

/** The line in front of each further file. It is no code in any language. */
const HEAD = /^===== (\S{1,260}) =====$/gm;
const headOf = (path: string): string => `===== ${path} =====`;

/** One text for all files, which is what is kept, handed in and compared. A program of one file is its own text. */
export const joinProgram = ({ main, files }: ProgramParts): string =>
  [main, ...files.map(({ path, text }) => `${headOf(path)}\n${text}`)].join('\n');

/** The heads with paths, up to the first that is one too many. */
function findHeads(text: string): RegExpExecArray[] {
  const heads: RegExpExecArray[] = [];
  for (const head of text.matchAll(HEAD)) {
    if (isFilePath(head[1] ?? '')) heads.push(head);
    if (heads.length > MAX_PROGRAM_FILES) break;
  }
  return heads;
}

/**
 * The files of a text. It is all one file if its heads do not name files that can be together.
 * @param mainName the name of the main file
 */
export function splitProgram(text: string, mainName: string): ProgramParts {
  const whole = { main: text, files: [] };
  const heads = findHeads(text);
  const paths = heads.map(([, path = '']) => path);
  if (paths.length === 0 || findProblem(paths, mainName) !== null) return whole;
  const files = heads.map(({ index, 0: head }, at) => {
    const begin = Math.min(index + head.length + 1, text.length);
    const next = heads[at + 1]?.index;
    return {
      path: paths[at] ?? '',
      text: next === undefined ? text.slice(begin) : text.slice(begin, Math.max(begin, next - 1)),
    };
  });
  const bytes = files.reduce((sum, file) => sum + new TextEncoder().encode(file.text).length, 0);
  if (bytes > MAX_PROGRAM_FILES_BYTES) return whole;
  const [first] = heads;
  return { main: text.slice(0, Math.max(0, (first?.index ?? 0) - 1)), files };
}

/**
 * A program with the files of its teacher. Files of the program that cannot be beside them are left out.
 * @param mainName the name of the main file
 */
export function withTeacherFiles(
  { main, files }: ProgramParts,
  given: readonly TextFile[],
  mainName: string,
): ProgramParts {
  if (given.length === 0) return { main, files };
  const paths = [mainName, ...given.map(({ path }) => path)];
  const kept = files.filter(({ path }) => {
    if (paths.length > MAX_PROGRAM_FILES || findClashingPath([...paths, path]) !== null)
      return false;
    paths.push(path);
    return true;
  });
  return { main, files: [...kept, ...given] };
}

/** The same for texts as `joinProgram` writes them. A blank program stays blank, so that it is not run. */
export function joinTeacherFiles(
  text: string,
  given: readonly TextFile[],
  mainName: string,
): string {
  if (given.length === 0 || text.trim() === '') return text;
  return joinProgram(withTeacherFiles(splitProgram(text, mainName), given, mainName));
}

/** Why files with these paths cannot be beside the main file, in a sentence; null if they can. */
export function findProblem(paths: readonly string[], mainName: string): string | null {
  if (paths.length > MAX_PROGRAM_FILES) return `A program has at most ${MAX_PROGRAM_FILES} files.`;
  if (paths.includes('')) return 'Write a name.';
  if (!paths.every(isFilePath))
    return 'Use letters, digits, dots, hyphens and underscores, and up to three folders: lib/stack.h.';
  const clashing = findClashingPath([mainName, ...paths]);
  return clashing === null ? null : `There is a file or folder named ${clashing} already.`;
}
