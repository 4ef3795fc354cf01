import type { Language } from '@vlabs/contract/runs/languages';
import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { realpath, stat } from 'node:fs/promises';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import type { Interpreter } from '../sandbox/sandbox.ts';
import type { WaitingProgram } from '../sandbox/started-box.ts';
import type { MadeFiles } from './made-files.ts';

/** A program that is ready to start. */
export interface Started {
  files: BoxFile[];
  sourceFile: string;
  /** Java's; without them that of the file, in /box. */
  mainClass?: string;
  classPath?: string;
}

/** The recipe of a language. */
export interface LanguageRecipe extends Recipe {
  language: Language;
}

/** What programs that use certain packages need in another way. */
export type Variant = Pick<Recipe, 'environment' | 'interpreter' | 'memoryOverheadKb'>;

/**
 * What is different while a program is traced. The started command runs the program, reads its input from standard
 * input and writes its trace (docs/api/traces.md) to standard output. What it writes to standard error is shown only if
 * it writes no trace.
 */
export interface Traced extends Partial<
  Pick<Recipe, 'compile' | 'start' | 'environment' | 'madeFiles' | 'isTracer'>
> {
  runWords: Recipe['runWords'];
  /** In addition to that of the recipe. */
  memoryOverheadKb: number;
  /** A program with a list or array `numbers`, a variable `total` that becomes 7, and the output `7`. */
  sample: string;
}

/** How to compile a program of one language and start it in a box. */
export interface Recipe {
  language: RunLanguage;
  /** As Judge0 writes it, e.g. `C (GCC 12.2.0)`. */
  name: string;
  sourceFile(source: string): string;
  /** The further file that takes the place of the source, in programs that have none. */
  mainFile?(paths: string[]): string | null;
  /** What to start of the compiled files; without it, the files as they are. */
  start?(sourceFile: string, source: string, files: BoxFile[]): Started;
  /** Null if the language is not compiled. */
  compile: Compilation | null;
  /** @param memoryKb the memory of the program itself */
  runWords(
    program: Omit<Started, 'files'>,
    limits: { memoryKb: number; stackKb: number },
  ): string[];
  /** Variables in addition to those of every program. */
  environment?: Record<string, string>;
  /** The started command traces its children: it gets the filter of tracers. */
  isTracer?: true;
  /** Absent if its programs cannot be traced. */
  traced?: Traced;
  /** Can be started before the program is known. */
  interpreter?: Interpreter;
  /** What is different for some sources; null for all others. */
  variantFor?(source: string): Variant | null;
  /** Shares what its programs need in every box, before the first one. */
  shareFiles?(): Promise<unknown>;
  /** The same, made in a box. */
  madeFiles?: MadeFiles;
  /** Started before the job is known; then it runs each source, in place of the command. */
  waitingProgram?: WaitingProgram;
  /** Memory of the language's runtime, in addition to the program's. */
  memoryOverheadKb: number;
  /** Tells from the standard error of a failed program that it ran out of the language's own memory limit. */
  ranOutOfMemory?(stderr: string): boolean;
  /** The same for the limit of processes, if its message does not name threads. */
  ranOutOfThreads?(stderr: string): boolean;
  /** Tells from the compiler's output that the exit status of the program means nothing. */
  hasNoExitStatus?(compileOutput: string): boolean;
}

export interface Compilation {
  /**
   * The plain command that a person would type. Every faster method must give the same result.
   * @param options the student's own, already split into words
   */
  words(sourceFile: string, options: string[]): string[];
  /** The options that compile further files of the program with the source. */
  optionsForFiles?(paths: string[]): string[];
  /** A script of the program compiles it, if it has one: the result is the whole box, and is not kept for later. */
  script?: { isIn(paths: string[]): boolean };
  /** Further commands, such as a linker, in the same box. */
  laterSteps?(source: string): string[][];
  /** The limit of wall and CPU time in milliseconds, if it is lower than Judge0's. */
  limitMs?: number;
  /** Variables in addition to those of every program. */
  environment?: Record<string, string>;
  /** Options for a compiler that was started ahead with those of every compilation. */
  warmOptions?: string[];
  /** Options that only make compilation faster, except in the two cases below. */
  quickOptions: string[];
  /** A source on which the fast options have a visible effect. */
  needsPlainCommand?(source: string): boolean;
  /** Tells from the compiler's output that the fast options changed a message of the plain command. */
  isQuickOutputDifferent?(output: string): boolean;
  /** The results are the files with this ending. */
  resultSuffix: string;
  resultMode: number;
  /** Changes with the compiler, so that results of an older one are not used. */
  identity: string;
  /** The command that precompiles a header; absent if the language has none. */
  headerWords?(header: string, result: string): string[];
}

/** Identifies the compiler by its version and by the size and date of its executable. */
export async function identify(tool: string, version: string): Promise<string> {
  const program = await realpath(tool);
  const { size, mtimeMs } = await stat(program);
  return [program, version, size, mtimeMs].join(' ');
}
