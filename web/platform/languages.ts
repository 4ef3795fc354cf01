import {
  LANGUAGE_CPP,
  type LanguageId,
  findLanguage,
  guessLanguageOfFile,
  languages,
  requireLanguage,
} from '@vlabs/contract/runs/languages';

export const defaultLanguageId: LanguageId = LANGUAGE_CPP;

/** In the order of selectors. */
export const defaultFirst = <Language extends { id: LanguageId }>(list: readonly Language[]) =>
  list.toSorted(
    (one, other) => Number(other.id === defaultLanguageId) - Number(one.id === defaultLanguageId),
  );

/** The editor's initial text. */
export function starterOf(id: LanguageId): string {
  const { name, syntax, hint } = requireLanguage(id);
  const words = `Write your ${name} program here.`;
  return `${syntax.lineComments[0]} ${hint === undefined ? words : `${words} ${hint}`}\n`;
}

export const languageNameOf = (id: number | null): string =>
  findLanguage(id ?? 0)?.name ?? 'Any language';

/** Highlighting name; empty if the language is unknown. */
export const codeOfLanguage = (id: number | null): string => findLanguage(id ?? 0)?.key ?? '';

const PLAIN_TEXTS = new Set(['txt', 'md', 'csv']);

/** Highlighting name by file name; null if the file is not a program. */
export function codeOfFile(name: string): string | null {
  const ending = /\.([a-z+]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return guessLanguageOfFile(ending)?.key ?? (PLAIN_TEXTS.has(ending) ? '' : null);
}

export const readLanguage = (value: string | null): LanguageId | null =>
  languages.find(({ id }) => String(id) === value)?.id ?? null;
