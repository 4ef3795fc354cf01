/** A quoted stretch, an escaped character, or anything else that is not a blank. */
const PART = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/gs;

/**
 * Splits words as a shell does, quotes and backslashes included, and does nothing else of a shell.
 * `Intl.Segmenter` finds words of languages, not these: it takes `-D'A=b c'` apart.
 */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let end = -1;
  for (const part of text.matchAll(PART)) {
    const [whole, inDoubleQuotes, inSingleQuotes, escaped, plain] = part;
    const value =
      inDoubleQuotes?.replaceAll(/\\(["\\])/g, '$1') ?? inSingleQuotes ?? escaped ?? plain ?? '';
    // A part that touches the one before it belongs to the same word.
    if (part.index === end) words.push(`${words.pop() ?? ''}${value}`);
    else words.push(value);
    end = part.index + whole.length;
  }
  return words;
}
