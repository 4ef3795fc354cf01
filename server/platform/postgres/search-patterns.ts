/** An `ilike` pattern that matches the literal text anywhere. */
export const patternOf = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** One pattern per word of a search; all of them must match. */
export const patternsOf = (search: string) => search.split(/\s+/).filter(Boolean).map(patternOf);
