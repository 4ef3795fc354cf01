import { z } from 'zod';

/** What a toolchain asks to find its compiler or interpreter, and what it says of it. */
interface Tool {
  path: string;
  versionOption: string;
  /** Before the version: `GCC` in `C (GCC 12.2.0)`; empty where the language is its own tool. */
  name: string;
}

interface Entry {
  /** Names it between our programs, and to highlighters. */
  key: string;
  /** Judge0's number, and others that it answers to without being listed. */
  id: number;
  aliasIds?: readonly number[];
  /** For people. */
  name: string;
  /** Other names of it, above a block of code. */
  otherNames?: readonly string[];
  /** Endings of its files; the first is the usual one. */
  extensions: readonly string[];
  /** Endings of its files that may be of another language as well. */
  sharedExtensions?: readonly string[];
  /** Its compiler or interpreter is given the program under this name. */
  sourceFile: string;
  /** What its messages call that file. */
  sourceFileInMessages: RegExp;
  /** A program from the Workspace in the archive of an assignment. */
  fileInArchive: string;
  isCompiled: boolean;
  lineComment: string;
  /** What says where a block of a program begins and ends. */
  blocks: 'braces' | 'indentation';
  /** What a student reads in an empty editor, after "Write your … program here.". */
  hint?: string;
  tool: Tool;
}

/** All that a language is, but for its toolchain in runner/languages/ and its grammar in the pages. */
const table = [
  {
    key: 'c',
    id: 50,
    name: 'C',
    extensions: ['c'],
    sharedExtensions: ['h'],
    sourceFile: 'main.c',
    sourceFileInMessages: /(?:^|\/)main\.c$/,
    fileInArchive: 'main.c',
    isCompiled: true,
    lineComment: '//',
    blocks: 'braces',
    tool: { path: '/usr/bin/gcc', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  {
    key: 'cpp',
    id: 54,
    // Judge0's own Python client asks for C++ by this number.
    aliasIds: [52],
    name: 'C++',
    otherNames: ['c++'],
    extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx'],
    sourceFile: 'main.cpp',
    sourceFileInMessages: /(?:^|\/)main\.cpp$/,
    fileInArchive: 'main.cpp',
    isCompiled: true,
    lineComment: '//',
    blocks: 'braces',
    tool: { path: '/usr/bin/g++', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  {
    key: 'java',
    id: 62,
    name: 'Java',
    extensions: ['java'],
    sourceFile: 'Main.java',
    // A public class names its file.
    sourceFileInMessages: /^(?:\/box\/)?[^/]+\.java$/,
    fileInArchive: 'Main.java',
    isCompiled: true,
    lineComment: '//',
    blocks: 'braces',
    hint: 'Name the class that holds main "Main".',
    tool: { path: '/usr/bin/javac', versionOption: '-version', name: 'OpenJDK' },
  },
  {
    key: 'python',
    id: 71,
    name: 'Python',
    otherNames: ['python3', 'py'],
    extensions: ['py'],
    sourceFile: 'script.py',
    sourceFileInMessages: /(?:^|\/)script\.py$/,
    fileInArchive: 'main.py',
    isCompiled: false,
    lineComment: '#',
    blocks: 'indentation',
    tool: { path: '/usr/bin/python3', versionOption: '--version', name: '' },
  },
] as const satisfies readonly Entry[];

export const Language = z.enum(table.map(({ key }) => key));
export type Language = z.infer<typeof Language>;

export interface ProgrammingLanguage extends Entry {
  key: Language;
  id: LanguageId;
}

export const languages: readonly ProgrammingLanguage[] = table;

export const LANGUAGE_C = 50 satisfies LanguageId;
export const LANGUAGE_CPP = 54 satisfies LanguageId;
export const LANGUAGE_JAVA = 62 satisfies LanguageId;
export const LANGUAGE_PYTHON = 71 satisfies LanguageId;

const ids = table.map(({ id }) => id);
const names = languages.map(({ name }) => name);

/** One of the languages, by Judge0's number. */
export const languageIdOr = (message: string) => z.literal(ids, message);
export const LanguageId = languageIdOr(
  `Choose ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`,
);
export type LanguageId = z.infer<typeof LanguageId>;

/** A language in the name of something that each of them has. */
export const languageParts = table.map(({ id }) => `${id}` as const);

export const findLanguage = (id: number): ProgrammingLanguage | null =>
  languages.find((language) => language.id === id || language.aliasIds?.includes(id)) ?? null;

/** For a number that was found before. */
export function requireLanguage(id: number): ProgrammingLanguage {
  const language = findLanguage(id);
  if (!language) throw new Error(`There is no language ${id}.`);
  return language;
}

export function languageOf(key: Language): ProgrammingLanguage {
  const language = languages.find((each) => each.key === key);
  if (!language) throw new Error(`There is no language ${key}.`);
  return language;
}

/** By the name above a block of code. */
export const findLanguageNamed = (name: string): ProgrammingLanguage | null =>
  languages.find(({ key, otherNames = [] }) => [key, ...otherNames].includes(name.toLowerCase())) ??
  null;

/** By the ending of a file, without its point. */
export const findLanguageOfFile = (ending: string): ProgrammingLanguage | null =>
  languages.find(({ extensions }) => extensions.includes(ending)) ?? null;

/** The same, and for an ending that several languages have, the first of them. */
export const guessLanguageOfFile = (ending: string): ProgrammingLanguage | null =>
  findLanguageOfFile(ending) ??
  languages.find(({ sharedExtensions }) => sharedExtensions?.includes(ending)) ??
  null;
