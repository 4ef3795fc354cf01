import type { LanguageSupport } from '@codemirror/language';
import { LANGUAGE_C, LANGUAGE_CPP, LANGUAGE_JAVA, LANGUAGE_PYTHON } from '@vlabs/contract/runs';
import type { LanguageId } from './languages.ts';

const cFamily = async () => (await import('@codemirror/lang-cpp')).cpp();

/** Grammars are large: each is fetched when its language is first chosen. */
const loaders: Record<LanguageId, () => Promise<LanguageSupport>> = {
  [LANGUAGE_C]: cFamily,
  [LANGUAGE_CPP]: cFamily,
  [LANGUAGE_JAVA]: async () => (await import('@codemirror/lang-java')).java(),
  [LANGUAGE_PYTHON]: async () => (await import('@codemirror/lang-python')).python(),
};

export function loadLanguageSupport(languageId: LanguageId): Promise<LanguageSupport> {
  return loaders[languageId]();
}
