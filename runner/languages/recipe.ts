import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Language } from '@vlabs/contract/runner';

const execute = promisify(execFile);

/** How a program of one language is compiled and started inside a box. */
export interface Recipe {
  language: Language;
  /** As Judge0 writes it, e.g. `C (GCC 12.2.0)`. */
  name: string;
  sourceFile(source: string): string;
  /** Null when the language is not compiled. */
  compile: Compilation | null;
  /** @param memoryKb what the program itself may use */
  runWords(sourceFile: string, limits: { memoryKb: number; stackKb: number }): string[];
  /** What the language's own machinery takes on top of the program's memory. */
  memoryOverheadKb: number;
  /** Reads from what a failed program wrote that it used up the memory the language gave it. */
  ranOutOfMemory?(stderr: string): boolean;
}

export interface Compilation {
  /** @param options the student's own, already split into words */
  words(sourceFile: string, options: string[]): string[];
  /** Files whose names end so are the result. */
  resultSuffix: string;
  resultMode: number;
}

/** The first version number that a tool prints about itself; null when the tool is not there. */
export async function findVersion(tool: string, option: string): Promise<string | null> {
  try {
    const { stdout, stderr } = await execute(tool, [option], { env: {} });
    return /\d+(\.\d+)+|\d+/.exec(`${stdout}${stderr}`)?.[0] ?? null;
  } catch {
    // A tool that cannot be asked is a tool that is not there.
    return null;
  }
}
