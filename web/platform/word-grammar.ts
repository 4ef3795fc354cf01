import type { StreamParser } from '@codemirror/language';
import type { LanguageEntry } from '@vlabs/contract/runs/languages/entry';

const TEXT = /^(?:"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)/;
const NUMBER = /^(?:0[xX][\dA-Fa-f_]+|\d[\w.]*)/;
const WORD = /^[A-Za-z_.$@%][\w.$@]*/;

/** A grammar for languages without one: it knows comments, texts, numbers, labels and the entry's words. */
export function wordGrammar({ syntax, words }: LanguageEntry): StreamParser<unknown> {
  const keywords = new Set(words.keywords);
  const library = new Set(words.library);
  return {
    name: 'words',
    token: (stream) => {
      if (stream.eatSpace()) return null;
      if (syntax.lineComments.some((mark) => stream.match(mark, false))) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match(TEXT)) return 'string';
      if (stream.match(NUMBER)) return 'number';
      if (!stream.match(WORD)) {
        stream.next();
        return null;
      }
      const word = stream.current().toLowerCase();
      if (stream.peek() === ':') return 'labelName';
      if (keywords.has(word)) return 'keyword';
      return library.has(word) ? 'variableName.standard' : 'variableName';
    },
  };
}
