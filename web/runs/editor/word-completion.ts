import {
  completeAnyWord,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
} from '@codemirror/autocomplete';
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { languageWords } from './language-words.ts';

/** Syntax nodes in which nothing is suggested. */
const PROSE_NODES = ['String', 'RawString', 'LineComment', 'BlockComment', 'Comment'];
const SHORTEST_WORD = 2;

/** Suggests the language's words and the words of the program. */
export function wordCompletion(languageId: LanguageId): CompletionSource {
  const known = languageWords(languageId);
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
