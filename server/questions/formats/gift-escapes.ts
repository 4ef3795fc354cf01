/** GIFT gives these a meaning, which a backslash takes away. */
const SPECIAL = /[~=#{}:\\]/g;

export const escapeGift = (text: string): string =>
  text.replaceAll(SPECIAL, '\\$&').replaceAll('\n', '\\n');

export const unescapeGift = (text: string): string =>
  text.replaceAll(/\\([~=#{}:\\n])/g, (_, character: string) =>
    character === 'n' ? '\n' : character,
  );

/** Where one of some characters stands without a backslash before it; -1 when nowhere. */
export function findUnescaped(text: string, characters: string, from: number): number {
  for (let place = from; place < text.length; place += 1) {
    const character = text.charAt(place);
    if (character === '\\') place += 1;
    else if (characters.includes(character)) return place;
  }
  return -1;
}
