import {
  completeAnyWord,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import type { LanguageId } from '@vlabs/contract/running/languages';
import { languageWords } from './language-words.ts';

/** Names of the syntax nodes in which a suggestion would only be in the way. */
const proseNodes = ['String', 'RawString', 'LineComment', 'BlockComment', 'Comment'];
const shortestWord = 2;

/** Suggests the language's words and the words that stand in the program already. */
export function wordCompletion(languageId: LanguageId): CompletionSource {
  const known = languageWords(languageId);
  const knownOptions = known.map((label) => ({ label, type: 'keyword' }));

  return ifNotIn(proseNodes, async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]{0,249}$/u);
    if (!typed || (typed.text.length < shortestWord && !context.explicit)) return null;
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
