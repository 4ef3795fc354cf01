import { columnsOf } from '@vlabs/contract/runs/columns';
import type { LanguageEntry } from '@vlabs/contract/runs/languages/entry';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { readPatterns } from './message-patterns.ts';
import { pythonColumn } from './python-column.ts';

export interface CompilerMessages {
  compileOutput: string;
  stderr: string;
  /** How its compiler or interpreter names the program's file and places in it. */
  language: Pick<LanguageEntry, 'sourceFileInMessages' | 'messages'>;
  source: string;
}

const maxDiagnostics = 200;
/** Longer stderr output is truncated: a flood of messages no longer points to a useful line. */
const longestReadLength = 50_000;
/** GCC counts display columns, with tab stops every eight columns. */
const gccTabWidth = 8;
/** Bounds the count of columns, which is repeated for every message. */
const furthestColumn = 2_000;

/**
 * Extracts source positions from the output of GCC, javac, Java's stack traces and Python's tracebacks, and from that
 * of other languages by their patterns.
 */
export function readDiagnostics(messages: CompilerMessages): Diagnostic[] {
  const sourceLines = messages.source.split('\n');
  const compilerLines = linesOf(messages.compileOutput);
  const programLines = linesOf(messages.stderr);
  const { messages: patterns = [], sourceFileInMessages: sourceFile } = messages.language;
  const own = [compilerLines, programLines].flatMap((lines) =>
    readPatterns({ lines, patterns, sourceFile, max: maxDiagnostics }),
  );
  const found = [
    ...own,
    ...readCompilerLines(compilerLines, sourceFile, sourceLines),
    ...readPythonTraceback(compilerLines, sourceFile, sourceLines),
    ...readPythonTraceback(programLines, sourceFile, sourceLines),
    ...readJavaStackTrace(programLines, sourceFile),
  ];
  return found
    .filter(({ line }) => line >= 1 && line <= sourceLines.length)
    .slice(0, maxDiagnostics);
}

function linesOf(text: string): string[] {
  return text.slice(0, longestReadLength).split(/\r?\n/);
}

const compilerLine =
  /^(?<file>[^:\s][^:]*):(?<line>\d+):(?:(?<column>\d+):)? (?<severity>fatal error|error|warning|note): (?<text>.*)$/;
const usedFromLine = /^(?<file>[^:\s][^:]*):(?<line>\d+):(?:(?<column>\d+):)? +required from here$/;

function readCompilerLines(
  lines: string[],
  sourceFile: RegExp,
  sourceLines: string[],
): Diagnostic[] {
  const found: Diagnostic[] = [];
  // An error inside a library template is reported at the program line that instantiated it.
  let usedFrom: { line: number; column: number | null } | null = null;
  for (const [index, text] of lines.entries()) {
    if (found.length >= maxDiagnostics) break;
    const user = usedFromLine.exec(text)?.groups;
    if (user && isSourceFile(user['file'], sourceFile)) {
      usedFrom = placeInGccLine(user, sourceLines);
      continue;
    }
    const match = compilerLine.exec(text)?.groups;
    if (!match) continue;
    const severity = severityOf(match['severity']);
    const words = match['text'] ?? '';
    if (isSourceFile(match['file'], sourceFile)) {
      const place = match['column']
        ? placeInGccLine(match, sourceLines)
        : { line: Number(match['line']), column: javacColumn(lines, index) };
      found.push({ severity, ...place, text: withAdvice(words) });
      usedFrom = null;
    } else if (usedFrom && severity === 'error') {
      found.push({ severity, ...usedFrom, text: words });
      usedFrom = null;
    }
  }
  return found;
}

const returnsNoStatus = /^return type of .main. is not .int. /u;

const withAdvice = (text: string): string =>
  returnsNoStatus.test(text) ? `${text}: write int main, and return 0 at its end` : text;

function isSourceFile(file: string | undefined, sourceFile: RegExp): boolean {
  return file !== undefined && sourceFile.test(file);
}

function severityOf(word: string | undefined): Diagnostic['severity'] {
  return word === 'warning' || word === 'note' ? word : 'error';
}

function placeInGccLine(groups: Record<string, string>, sourceLines: string[]) {
  const line = Number(groups['line']);
  const shownColumn = Number(groups['column'] ?? 0);
  if (shownColumn === 0) return { line, column: null };
  return { line, column: characterAtColumn(sourceLines[line - 1] ?? '', shownColumn) };
}

/**
 * Converts a display column to the 1-based character: tab stops are every eight columns, and letters of some scripts
 * take no column or two.
 */
function characterAtColumn(lineText: string, shownColumn: number): number {
  if (shownColumn > furthestColumn) return Math.min(shownColumn, lineText.length + 1);
  let column = 1;
  let index = 0;
  for (const character of lineText) {
    const isTab = character === '\t';
    column += isTab
      ? gccTabWidth - ((column - 1) % gccTabWidth)
      : columnsOf(character.codePointAt(0) ?? 0);
    if (column > shownColumn || index > furthestColumn) return index + 1;
    index += character.length;
  }
  return lineText.length + 1;
}

/** javac repeats the source line below its message, with a caret under the column. */
function javacColumn(lines: string[], messageIndex: number): number | null {
  for (const text of lines.slice(messageIndex + 1, messageIndex + 6)) {
    if (/^\s*\^$/.test(text)) return text.length;
    if (compilerLine.test(text)) return null;
  }
  return null;
}

const pythonFrame = /^\s*File "(?<file>[^"]+)", line (?<line>\d+)/;
const pythonEnding = /^(?:[\w.]+(?:Error|Exception|Warning|Interrupt|Exit|Iteration)\b|\w+: )/;

function readPythonTraceback(
  lines: string[],
  sourceFile: RegExp,
  sourceLines: string[],
): Diagnostic[] {
  // The last frame in the student's own file is the relevant one; the exception is printed below
  // it.
  let frameIndex = -1;
  for (const [index, text] of lines.entries()) {
    const frame = pythonFrame.exec(text)?.groups;
    if (frame && isSourceFile(frame['file'], sourceFile)) frameIndex = index;
  }
  const frame = pythonFrame.exec(lines[frameIndex] ?? '')?.groups;
  if (!frame) return [];
  const after = lines.slice(frameIndex + 1);
  const text = after.find((line) => pythonEnding.test(line));
  if (text === undefined) return [];
  const line = Number(frame['line']);
  const [repeated, marks] = after;
  const sourceLine = sourceLines[line - 1] ?? '';
  const column = pythonColumn({ repeated, marks, sourceLine, ending: text });
  return [{ severity: 'error', line, column, text }];
}

const javaException =
  /^Exception in thread "[^"]*" (?<text>.*)$|^Caused by: (?<cause>.*)$|^Error: (?<error>.*)$/;
/** Library frames have a module name before a slash. */
const javaFrame = /^\s+at [^/]*\((?<file>[^:()]+):(?<line>\d+)\)$/;

function readJavaStackTrace(lines: string[], sourceFile: RegExp): Diagnostic[] {
  const found: Diagnostic[] = [];
  let thrown: string | null = null;
  for (const line of lines) {
    const exception = javaException.exec(line)?.groups;
    if (exception) {
      thrown = exception['text'] ?? exception['cause'] ?? exception['error'] ?? null;
      continue;
    }
    const frame = javaFrame.exec(line)?.groups;
    if (thrown === null || !frame || !isSourceFile(frame['file'], sourceFile)) continue;
    found.push({ severity: 'error', line: Number(frame['line']), column: null, text: thrown });
    thrown = null;
  }
  return found;
}
