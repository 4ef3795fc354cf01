import { findClashingPath, type ProgramFile } from '@vlabs/contract/runs/program-files';
import type { BoxFile } from './sandbox/box-protocol.ts';

/**
 * The further files of a program, as its box gets them. A file at the place of the source is left out: only the runner
 * knows the name of a Java source, and as in Judge0 no file replaces the source.
 */
export function boxFilesOf(files: readonly ProgramFile[], sourceFile: string): BoxFile[] {
  return files
    .filter(({ path }) => findClashingPath([sourceFile, path]) === null)
    .map(({ path, contentBase64, role = 'visible' }) => ({
      name: path,
      mode: role === 'visible' ? 0o644 : 0o444,
      bytes: Buffer.from(contentBase64, 'base64'),
    }));
}

/** A program with its further files. What the compiler made takes the place of a file of the same name. */
export function withFiles(program: readonly BoxFile[], others: readonly BoxFile[]): BoxFile[] {
  const made = new Set(program.map(({ name }) => name));
  return [...program, ...others.filter(({ name }) => !made.has(name))];
}
