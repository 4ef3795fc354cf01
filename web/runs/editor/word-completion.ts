import {
  completeAnyWord,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import { type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';
import { grammarOf } from '../../platform/grammars.ts';

/** Keywords and the standard library names of a first course; none if the language's grammar completes its own. */
export function listWords(languageId: LanguageId): readonly string[] {
  const { key, words } = requireLanguage(languageId);
  if (grammarOf(key).completesItself) return [];
  const { keywords, types, optional, library } = words;
  return [...keywords, ...types, ...optional, ...library];
}

/** Syntax nodes in which nothing is suggested. */
const PROSE_NODES = ['String', 'RawString', 'LineComment', 'BlockComment', 'Comment'];
const SHORTEST_WORD = 2;

/** Suggests the language's words and the words of the program. */
export function wordCompletion(languageId: LanguageId): CompletionSource {
  const known = listWords(languageId);
  const knownOptions = known.map((label) => ({ label, type: 'keyword' }));

  return ifNotIn(PROSE_NODES, async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]{0,249}$/u);
    if (!typed || (typed.text.length < SHORTEST_WORD && !context.explicit)) return null;
    const written: CompletionResult | null = await completeAnyWord(context);
    const isNew = (label: string) => label !== typed.text;
    const ownOptions = (written?.options ?? []).filter(
      ({ label }) => isNew(label) && !known.includes(label),
    );
    return {
      from: typed.from,
      options: [...knownOptions.filter(({ label }) => isNew(label)), ...ownOptions],
      validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    };
  });
}
