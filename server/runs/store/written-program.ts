import { requireLanguage } from '@vlabs/contract/runs/languages';
import { type TextFile, splitProgram, withTeacherFiles } from '@vlabs/contract/runs/program-text';
import type { RunInput } from '@vlabs/contract/runs/runner';
import { type RunLimits, type RunRequest, plainProgram, planProgram } from './run.ts';
import type { RunFile } from './run-files.ts';

/** A program as it is written on our pages, whose text may have several files. */
export interface WrittenProgram {
  languageId: number;
  source: string;
  /** They take the place of files of the program with the same paths. */
  teacherFiles?: readonly TextFile[];
}

/** Its run. */
export function planText(
  { languageId, source, teacherFiles = [] }: WrittenProgram,
  inputs: readonly RunInput[] | null,
  limits: Partial<RunLimits> = {},
): RunRequest {
  const { main, files } = filesOfText(languageId, source, teacherFiles);
  return { ...planProgram(plainProgram(languageId, main), inputs, limits), files };
}

/** The main file and the others of a text of our pages. */
export function filesOfText(
  languageId: number,
  text: string,
  teacherFiles: readonly TextFile[] = [],
): { main: string; files: RunFile[] } {
  const { sourceFile } = requireLanguage(languageId);
  const own = splitProgram(text, sourceFile);
  const { main, files } = withTeacherFiles(own, teacherFiles, sourceFile);
  return {
    main,
    files: files.map((file) => ({
      path: file.path,
      bytes: Buffer.from(file.text),
      ...(teacherFiles.includes(file) && { role: 'read_only' as const }),
    })),
  };
}
