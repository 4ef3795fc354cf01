import { LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON } from '@vlabs/contract/runs';
import type { Language } from '@vlabs/contract/runner';

/** Judge0's own Python client asks for C++ by this number. */
const LANGUAGE_CPP_ALIAS = 52;

interface KnownLanguage {
  id: number;
  language: Language;
  isCompiled: boolean;
  /** What its compiler or interpreter calls the file of the program. */
  sourceFile: RegExp;
  /** Answers to its number without being listed. */
  isAlias?: true;
}

export const languages: readonly KnownLanguage[] = [
  { id: LANGUAGE_C, language: 'c', isCompiled: true, sourceFile: /(?:^|\/)main\.c$/ },
  { id: LANGUAGE_CPP, language: 'cpp', isCompiled: true, sourceFile: /(?:^|\/)main\.cpp$/ },
  {
    id: LANGUAGE_CPP_ALIAS,
    language: 'cpp',
    isCompiled: true,
    sourceFile: /(?:^|\/)main\.cpp$/,
    isAlias: true,
  },
  {
    id: LANGUAGE_JAVA,
    language: 'java',
    isCompiled: true,
    sourceFile: /^(?:\/box\/)?[^/]+\.java$/,
  },
  { id: LANGUAGE_PYTHON, language: 'python', isCompiled: false, sourceFile: /(?:^|\/)script\.py$/ },
];

export function findLanguage(id: number): KnownLanguage | null {
  return languages.find((language) => language.id === id) ?? null;
}

/** For a number that was found before. */
export function requireLanguage(id: number): KnownLanguage {
  const language = findLanguage(id);
  if (!language) throw new Error(`There is no language ${id}.`);
  return language;
}
