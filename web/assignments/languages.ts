import { LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON } from '@vlabs/contract/runs';

/** Name on the screen, and what highlighting calls it, by Judge0's number. */
const languages = [
  { id: LANGUAGE_C, name: 'C', code: 'c' },
  { id: LANGUAGE_CPP, name: 'C++', code: 'cpp' },
  { id: LANGUAGE_JAVA, name: 'Java', code: 'java' },
  { id: LANGUAGE_PYTHON, name: 'Python', code: 'python' },
] as const;

export type LanguageId = (typeof languages)[number]['id'];

export const languageChoices = languages.map(({ id, name }) => ({
  value: String(id),
  label: name,
}));

export function languageNameOf(id: number | null): string {
  return languages.find((language) => language.id === id)?.name ?? 'Any language';
}

/** For highlighting; empty where the language is not known. */
export function codeOfLanguage(id: number | null): string {
  return languages.find((language) => language.id === id)?.code ?? '';
}

/** Highlighting by the name of a file; null for what is not shown as a program. */
export function codeOfFile(name: string): string | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const known: Record<string, string> = {
    c: 'c',
    h: 'c',
    cpp: 'cpp',
    cc: 'cpp',
    hpp: 'cpp',
    java: 'java',
    py: 'python',
    txt: '',
    md: '',
    csv: '',
  };
  return known[ending] ?? null;
}

export function readLanguage(value: string | null): LanguageId | null {
  return languages.find(({ id }) => String(id) === value)?.id ?? null;
}
