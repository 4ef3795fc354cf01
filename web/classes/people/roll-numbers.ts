/** Roll numbers of a pasted text, with blanks, commas or line breaks between; each once, whatever its case. */
export function readRollNumbers(text: string): string[] {
  const byLowerCase = new Map<string, string>();
  for (const one of text.split(/[\s,;]+/)) {
    if (one !== '' && !byLowerCase.has(one.toLowerCase())) byLowerCase.set(one.toLowerCase(), one);
  }
  return [...byLowerCase.values()];
}
