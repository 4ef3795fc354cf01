import { type Language, languageOf } from '@vlabs/contract/running/languages';
import { execFile } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

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
  /** The words that start an interpreter ahead of its program, where one can stand so. */
  interpreterWords?: string[];
  /** What the language's own machinery takes on top of the program's memory. */
  memoryOverheadKb: number;
  /** Reads from what a failed program wrote that it used up the memory the language gave it. */
  ranOutOfMemory?(stderr: string): boolean;
}

export interface Compilation {
  /**
   * The command that anyone would type: what it gives is what every quicker way must give.
   * @param options the student's own, already split into words
   */
  words(sourceFile: string, options: string[]): string[];
  /** Options that make it quicker and change nothing else, but for the two exceptions that follow. */
  quickOptions: string[];
  /** A source with which the quick options would be noticed. */
  mustBePlain?(source: string): boolean;
  /** Reads from what was printed that the quick options gave it other words than the plain command's. */
  isQuickOutputOurs?(output: string): boolean;
  /** Files whose names end so are the result. */
  resultSuffix: string;
  resultMode: number;
  /** Changes with the compiler, so that nothing made by an older one is used. */
  identity: string;
  /** The words that turn a header into a precompiled one; absent where the language has none. */
  headerWords?(header: string, result: string): string[];
}

/** Says which compiler this is: its version, and the program's own size and date. */
export async function identify(tool: string, version: string): Promise<string> {
  const program = await realpath(tool);
  const { size, mtimeMs } = await stat(program);
  return [program, version, size, mtimeMs].join(' ');
}

/** A language whose tool is installed. */
interface Installed extends Pick<Recipe, 'language' | 'name'> {
  version: string;
  /** Where its compiler or interpreter is. */
  tool: string;
  sourceFile: string;
}

/** Asks the tool of a language for its version; null when the tool is not there. */
export async function findInstalled(language: Language): Promise<Installed | null> {
  const { name, tool, sourceFile } = languageOf(language);
  const version = await findVersion(tool.path, tool.versionOption);
  if (version === null) return null;
  const label = tool.name === '' ? version : `${tool.name} ${version}`;
  return { language, name: `${name} (${label})`, version, tool: tool.path, sourceFile };
}

/** The first version number that a tool prints about itself; null when the tool is not there. */
async function findVersion(tool: string, option: string): Promise<string | null> {
  try {
    const { stdout, stderr } = await execute(tool, [option], { env: {} });
    return /\d+(?:\.\d+)*/.exec(`${stdout}${stderr}`)?.[0] ?? null;
  } catch {
    // A tool that cannot be asked is a tool that is not there.
    return null;
  }
}
