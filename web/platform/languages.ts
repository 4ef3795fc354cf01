import {
  LANGUAGE_CPP,
  type LanguageId,
  findLanguage,
  guessLanguageOfFile,
  languages,
  requireLanguage,
} from '@vlabs/contract/running/languages';

export const defaultLanguageId: LanguageId = LANGUAGE_CPP;

/** In the order in which a selector lists them: the usual one first. */
export const languagesUsualFirst = languages.toSorted(
  (one, other) => Number(other.id === defaultLanguageId) - Number(one.id === defaultLanguageId),
);

/** What the editor holds before the student writes anything. */
export function starterOf(id: LanguageId): string {
  const { name, lineComment, hint } = requireLanguage(id);
  const words = `Write your ${name} program here.`;
  return `${lineComment} ${hint === undefined ? words : `${words} ${hint}`}\n`;
}

export const languageChoices = languages.map(({ id, name }) => ({
  value: String(id),
  label: name,
}));

export const languageNameOf = (id: number | null): string =>
  findLanguage(id ?? 0)?.name ?? 'Any language';

/** For highlighting; empty where the language is not known. */
export const codeOfLanguage = (id: number | null): string => findLanguage(id ?? 0)?.key ?? '';

const PLAIN_TEXTS = new Set(['txt', 'md', 'csv']);

/** Highlighting by the name of a file; null for what is not shown as a program. */
export function codeOfFile(name: string): string | null {
  const ending = /\.([a-z+]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return guessLanguageOfFile(ending)?.key ?? (PLAIN_TEXTS.has(ending) ? '' : null);
}

export const readLanguage = (value: string | null): LanguageId | null =>
  languages.find(({ id }) => String(id) === value)?.id ?? null;
