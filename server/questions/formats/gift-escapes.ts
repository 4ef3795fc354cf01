/** Special characters of GIFT, escaped by a backslash. */
const SPECIAL = /[~=#{}:\\]/g;

export const escapeGift = (text: string): string =>
  text.replaceAll(SPECIAL, '\\$&').replaceAll('\n', '\\n');

export const unescapeGift = (text: string): string =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (_, character: string) =>
    character === 'n' ? '\n' : character,
  );

/** The position of the first unescaped character of a set; -1 if none. */
export function findUnescaped(text: string, characters: string, from: number): number {
  for (let place = from; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (character === '\\') place += 1;
    else if (characters.includes(character)) return place;
  }
  return -1;
}
