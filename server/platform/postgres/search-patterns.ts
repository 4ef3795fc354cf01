/** For `ilike`: the text anywhere, whatever signs it holds. */
export const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Of each word of a search: who looks for several wants each of them found. */
export const patternsOf = (search: string) => search.split(/\s+/).filter(Boolean).map(patternOf);
