/** The words of a language, for completion and for comparing programs; a word is in one list only. */
export interface LanguageWords {
  keywords: readonly string[];
  /** Built-in types, which are interchangeable when programs are compared. */
  types: readonly string[];
  /** Words that a program may have or leave out. */
  optional: readonly string[];
  /** Names of the standard library of a first course. */
  library: readonly string[];
}

/** How a program is written, for all that reads one without its compiler. */
export interface Syntax {
  /** What begins a comment that ends with its line; the first is the usual one. */
  lineComments: readonly string[];
  /** Comments that do not end with their line. */
  blockComments?: readonly (readonly [begin: string, end: string])[];
  /** Signs around a text that ends with its line; `"` and `'` if absent. A backslash keeps the next sign in it. */
  quotes?: string;
  /** A character between quotes that can also stand alone, such as `'a'` beside the lifetime `'a`. */
  character?: RegExp;
  /** Texts over several lines. */
  longTexts?: readonly (readonly [begin: string, end: string])[];
  /** What may precede a text. */
  textPrefix?: RegExp;
  /** The begin of a text without escapes; its end repeats the first group between the two others. */
  rawText?: { begin: RegExp; end: readonly [before: string, after: string] };
  /** Operators of two or more signs besides those of C, Java and Python. */
  operators?: readonly string[];
  /** Words at the beginning of a statement that only names other code, such as `import`. */
  imports?: readonly string[];
  /** Lines that begin with `#` are not part of the program itself, except the bodies of macros. */
  hasDirectives?: boolean;
  /** A statement ends with its line. */
  endsWithLine?: boolean;
  /** Blocks are made by indentation. */
  isIndented?: boolean;
}

/**
 * A message of its compiler or interpreter that names a line. Groups of `place`: file, line, column (optional), and
 * severity and text unless another line has them.
 */
export interface MessagePattern {
  place: RegExp;
  /** The line with the text and the severity (optional), if it is not that of the place. */
  text?: RegExp;
  /** Where that line is, seen from the place. */
  textIs?: 'before' | 'after';
}

/** `FILE(LINE,COLUMN): error TEXT`, as mcs and tsc write it. */
export const placeInParentheses: MessagePattern = {
  place:
    /^(?<file>[^\s(]+)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<text>.*)$/,
};

/** Everything about a language except its toolchain in runner/languages/ and its grammar in the pages. */
export interface LanguageEntry {
  /** The id between our programs, and for highlighters. */
  key: string;
  /** Judge0's number, and further numbers that are accepted but not listed. */
  id: number;
  aliasIds?: readonly number[];
  /** The display name. */
  name: string;
  /** Further names in front of a code block. */
  otherNames?: readonly string[];
  /** File extensions; the first is the default. */
  extensions: readonly string[];
  /** Extensions that other languages use too. */
  sharedExtensions?: readonly string[];
  /** The source file name that its compiler or interpreter gets. */
  sourceFile: string;
  /** How its messages name that file. */
  sourceFileInMessages: RegExp;
  /** The file name in an assignment's archive. */
  fileInArchive: string;
  isCompiled: boolean;
  /** A program is a query: its input makes the tables that it reads, and its output is tables. */
  isQuery?: boolean;
  /** Compiles, reads nothing and prints nothing. */
  emptyProgram: string;
  syntax: Syntax;
  words: LanguageWords;
  /** Absent if its compiler or interpreter writes messages as GCC, javac or Python do, or names no lines. */
  messages?: readonly MessagePattern[];
  /** The starter text of an empty editor, after "Write your … program here.". */
  hint?: string;
  /** Off until an administrator turns it on; then the megabytes that its packages add to a runner's machine. */
  optional?: { megabytes: number };
}

/** Splits a list of words at its blanks. */
export const wordsIn = (list: string): string[] => list.trim().split(/\s+/).filter(Boolean);
