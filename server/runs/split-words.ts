/** A quoted section, an escaped character, or a run of other characters without blanks. */
const PART = /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/gs;

/** Splits words as a shell does, with quotes and backslashes, without any other shell syntax. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let end = -1;
  for (const part of text.matchAll(PART)) {
    const [whole, inDoubleQuotes, inSingleQuotes, escaped, plain] = part;
    const value =
      inDoubleQuotes?.replaceAll(/\\(["\\])/g, '$1') ?? inSingleQuotes ?? escaped ?? plain ?? '';
    // Adjacent parts belong to the same word.
    if (part.index === end) words.push(`${words.pop() ?? ''}${value}`);
    else words.push(value);
    end = part.index + whole.length;
  }
  return words;
}
