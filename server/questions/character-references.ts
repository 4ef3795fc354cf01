import { characterEntities } from 'character-entities';

/** Characters written by number, or by a name that web pages know; others stay as they are. */
export function decodeCharacters(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w{1,30}));/g,
    (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) {
        return Object.hasOwn(characterEntities, name) ? (characterEntities[name] ?? whole) : whole;
      }
      const code = Number.parseInt(decimal ?? hexadecimal ?? '', decimal === undefined ? 16 : 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

const WRITTEN: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const encodeCharacters = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => WRITTEN[character] ?? character);
