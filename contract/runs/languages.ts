import { z } from 'zod';
import { assembly } from './languages/assembly.ts';
import { bash } from './languages/bash.ts';
import { c } from './languages/c.ts';
import { cpp } from './languages/cpp.ts';
import { csharp } from './languages/csharp.ts';
import type { LanguageEntry } from './languages/entry.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { javascript } from './languages/javascript.ts';
import { lua } from './languages/lua.ts';
import { postgresql } from './languages/postgresql.ts';
import { python } from './languages/python.ts';
import { r } from './languages/r.ts';
import { rust } from './languages/rust.ts';
import { sqlite } from './languages/sqlite.ts';
import { typescript } from './languages/typescript.ts';

/** In the order of selectors: those that every server has first. */
const table = [
  c,
  cpp,
  java,
  python,
  javascript,
  typescript,
  csharp,
  go,
  rust,
  r,
  bash,
  assembly,
  lua,
  sqlite,
  postgresql,
] as const satisfies readonly LanguageEntry[];

export const Language = z.enum(table.map(({ key }) => key));
export type Language = z.infer<typeof Language>;

export interface ProgrammingLanguage extends LanguageEntry {
  key: Language;
  id: LanguageId;
}

export const languages: readonly ProgrammingLanguage[] = table;

export const LANGUAGE_C = 50 satisfies LanguageId;
export const LANGUAGE_CPP = 54 satisfies LanguageId;
export const LANGUAGE_JAVA = 62 satisfies LanguageId;
export const LANGUAGE_PYTHON = 71 satisfies LanguageId;

const ids = table.map(({ id }) => id);

/** A language, by Judge0's number. */
export const languageIdOr = (message: string) => z.literal(ids, message);
export const LanguageId = languageIdOr('There is no such language.');
export type LanguageId = z.infer<typeof LanguageId>;

/** The numbers as texts, for names that have one part a language. */
export const languageParts = table.map(({ id }) => `${id}` as const);

/** Its programs are queries: they read the tables that their input makes, and print tables. */
export const isQueryLanguage = (id: number): boolean => findLanguage(id)?.isQuery === true;

/** Every program in one of these languages is a query. */
export const areQueries = (keys: readonly Language[]): boolean =>
  keys.length > 0 && keys.every((key) => languageOf(key).isQuery === true);

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
