import type { LanguageSupport } from '@codemirror/language';
import { type Language, type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';

const cFamily = async () => (await import('@codemirror/lang-cpp')).cpp();

/** Grammars are large, so each is loaded when its language is first chosen. */
const loaders: Record<Language, () => Promise<LanguageSupport>> = {
  c: cFamily,
  cpp: cFamily,
  java: async () => (await import('@codemirror/lang-java')).java(),
  python: async () => (await import('@codemirror/lang-python')).python(),
};

/** Whether the grammar of a language suggests its keywords and built-in names itself. */
export const completesItself = (language: Language): boolean => language === 'python';

export function loadLanguageSupport(languageId: LanguageId): Promise<LanguageSupport> {
  return loaders[requireLanguage(languageId).key]();
}
