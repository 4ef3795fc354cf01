const WRITTEN: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const encodeCharacters = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => WRITTEN[character] ?? character);
