import { z } from 'zod';

/** How a toolchain finds its compiler or interpreter and its version. */
interface Tool {
  path: string;
  versionOption: string;
  /** The word in front of the version: `GCC` in `C (GCC 12.2.0)`; empty if the language is its own tool. */
  name: string;
}

interface Entry {
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
  lineComment: string;
  /** How its blocks begin and end. */
  blocks: 'braces' | 'indentation';
  /** The starter text of an empty editor, after "Write your … program here.". */
  hint?: string;
  tool: Tool;
}

/** Everything about a language except its toolchain in runner/languages/ and its grammar in the pages. */
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
    // Judge0's Python client requests C++ with this number.
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
    // Java requires the file to be named after its public class.
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

/** A language, by Judge0's number. */
export const languageIdOr = (message: string) => z.literal(ids, message);
export const LanguageId = languageIdOr(
  `Choose ${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}.`,
);
export type LanguageId = z.infer<typeof LanguageId>;

/** The numbers as texts, for names that have one part a language. */
export const languageParts = table.map(({ id }) => `${id}` as const);

export const findLanguage = (id: number): ProgrammingLanguage | null =>
  languages.find((language) => language.id === id || language.aliasIds?.includes(id)) ?? null;

/** For a number that is known to exist. */
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

/** By the name in front of a code block. */
export const findLanguageNamed = (name: string): ProgrammingLanguage | null =>
  languages.find(({ key, otherNames = [] }) => [key, ...otherNames].includes(name.toLowerCase())) ??
  null;

/** By file extension, without the dot. */
export const findLanguageOfFile = (ending: string): ProgrammingLanguage | null =>
  languages.find(({ extensions }) => extensions.includes(ending)) ?? null;

/** By file extension; if several languages use it, the first one. */
export const guessLanguageOfFile = (ending: string): ProgrammingLanguage | null =>
  findLanguageOfFile(ending) ??
  languages.find(({ sharedExtensions }) => sharedExtensions?.includes(ending)) ??
  null;
