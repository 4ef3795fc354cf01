/** Replaces what has no character: raised or lowered words, symbols of a font. */
export const NO_CHARACTER = '\uFFF9';

const pair = (plain: string, shown: string): Map<string, string> => {
  const characters = Array.from(shown);
  return new Map(Array.from(plain, (each, place) => [each, characters[place] ?? NO_CHARACTER]));
};

const RAISED = pair(
  '0123456789+-−=()abcdefghijklmnoprstuvwxyz ABDEGHIJKLMNOPRTUVW,',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ˒',
);
const LOWERED = pair('0123456789+-−=()aehijklmnoprstuvx ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ ');

/** Raised or lowered text in Unicode characters. */
export function shift(text: string, kind: string): string {
  const table = kind === 'superscript' ? RAISED : LOWERED;
  return Array.from(text, (each) => table.get(each) ?? NO_CHARACTER).join('');
}

/** The Symbol font, from its letters on. */
const SYMBOLS = new Map([
  ...pair('ABCDEFGHIKLMNOPQRSTUWXYZ', 'ΑΒΧΔΕΦΓΗΙΚΛΜΝΟΠΘΡΣΤΥΩΞΨΖ'),
  ...pair('abcdefghiklmnopqrstuwxyz', 'αβχδεφγηικλμνοπθρστυωξψζ'),
  ...pair('0123456789+=()[]{}<>,./:;|', '0123456789+=()[]{}<>,./:;|'),
  ...pair('"$\'*-@\\^~', '∀∃∋∗−≅∴⊥∼'),
  ...pair('£¥«¬­®¯°±³´µ¶·¸¹º»¼', '≤∞↔←↑→↓°±≥×∝∂•÷≠≡≈…'),
  ...pair('ÅÆÇÈÉÊËÌÍÎÏÐÑÕÖ×ØÙÚÛÜÞåò', '⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇∏√⋅¬∧∨⇔⇐⇒∑∫'),
]);
const WINGDINGS = new Map([
  ['à', '→'],
  ['ü', '✓'],
]);
const FONTS: Record<string, Map<string, string>> = { symbol: SYMBOLS, wingdings: WINGDINGS };

/** A symbol that Word names by font and position; positions begin at F000. */
export function readSymbol(font: string, place: string): string {
  const code = Number.parseInt(place, 16) & 0xff;
  const name = font.toLowerCase();
  const table = Object.hasOwn(FONTS, name) ? FONTS[name] : undefined;
  return table?.get(String.fromCharCode(code)) ?? NO_CHARACTER;
}

/** Symbol characters in a text. */
export const readSigns = (text: string, font: string): string =>
  text.replaceAll(/[\uF020-\uF0FF]/g, (sign) => readSymbol(font, sign.charCodeAt(0).toString(16)));
