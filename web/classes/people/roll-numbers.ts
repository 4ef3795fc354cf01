/** Splits pasted text into roll numbers at spaces, commas and line breaks; drops repetitions, ignoring case. */
export function readRollNumbers(text: string): string[] {
  const byLowerCase = new Map<string, string>();
  for (const one of text.split(/[\s,;]+/)) {
    if (one !== '' && !byLowerCase.has(one.toLowerCase())) byLowerCase.set(one.toLowerCase(), one);
  }
  return [...byLowerCase.values()];
}
