import { z } from 'zod';

/** Further files of a program: modules, headers, classes and data beside its source. */
export const MAX_PROGRAM_FILES = 50;
/** Of all further files together. */
export const MAX_PROGRAM_FILES_BYTES = 1024 * 1024;
/** Names of a path, the file's own included. */
export const MAX_PATH_PARTS = 4;

/** Longer than every path that is allowed. */
export const MAX_PATH_LENGTH = 260;

/** `__proto__` is left out, because packages that write archives keep files in objects by their names. */
const PART = /^(?!__proto__$)[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/;

/** Whether a path is allowed: up to four names of ASCII letters, digits, `.`, `_` and `-`, joined by slashes. */
export function isFilePath(path: string): boolean {
  const parts = path.split('/');
  return parts.length <= MAX_PATH_PARTS && parts.every((part) => PART.test(part));
}

/**
 * The first path that cannot be in one folder with those before it, because both are one name on some systems or a
 * file would also be a folder. Null if there is none.
 */
export function findClashingPath(paths: readonly string[]): string | null {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const folded = path.toLowerCase();
    const around = foldersOf(folded);
    const isTaken = files.has(folded) || folders.has(folded);
    if (isTaken || around.some((folder) => files.has(folder))) return path;
    files.add(folded);
    for (const folder of around) folders.add(folder);
  }
  return null;
}

/** `a/b/c` is in the folders `a` and `a/b`. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Files that a program wrote: of one execution, and bytes of all executions of a run together. */
export const MAX_OUTPUT_FILES = 20;
export const MAX_OUTPUT_FILES_BYTES = 5 * 1024 * 1024;
const MAX_OUTPUT_NAME = 100;

/** Programs choose these names themselves: letters of any language and blanks, but nothing that hides or misleads. */
const OUTPUT_PART = /^(?!\.)(?!\s)[\p{L}\p{M}\p{N}\p{P}\p{S} ]+(?<!\s)$/u;

/** Whether a file with this path is kept: up to four names of up to 100 characters, none with a dot in front. */
export function isOutputPath(path: string): boolean {
  const parts = path.split('/');
  return (
    parts.length <= MAX_PATH_PARTS &&
    parts.every((part) => part.length <= MAX_OUTPUT_NAME && OUTPUT_PART.test(part))
  );
}

/** A file that a program wrote. */
export const OutputFile = z.object({
  path: z.string().refine(isOutputPath),
  contentBase64: z.base64(),
});
export type OutputFile = z.infer<typeof OutputFile>;

/** The bytes of a Base64 text without line breaks. */
export function countBase64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor((text.length * 3) / 4) - padding;
}

/** Files that are not visible are the teacher's. Programs can read all of them. */
export const FileRole = z.enum(['visible', 'read_only', 'hidden']);
export type FileRole = z.infer<typeof FileRole>;

export const ProgramFile = z.object({
  path: z.string().refine(isFilePath),
  contentBase64: z.base64(),
  role: FileRole.optional(),
});
export type ProgramFile = z.infer<typeof ProgramFile>;

export const ProgramFiles = z
  .array(ProgramFile)
  .max(MAX_PROGRAM_FILES)
  .refine((files) => findClashingPath(files.map(({ path }) => path)) === null)
  .refine((files) => {
    const sizes = files.map(({ contentBase64 }) => countBase64Bytes(contentBase64));
    return sizes.reduce((sum, size) => sum + size, 0) <= MAX_PROGRAM_FILES_BYTES;
  });
