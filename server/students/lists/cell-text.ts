import { isGarbled, repairGarbled } from './mojibake.ts';

/** What a column holds decides what a spreadsheet can have done to it. */
export type CellKind = 'number' | 'email' | 'text';

interface CellText {
  text: string;
  /** What stood there, where it is repaired. */
  from?: string;
  /** What may be wrong with it: the admin decides. */
  doubt?: string;
  fault?: string;
}

/** Our own export puts an apostrophe before what a spreadsheet would run as a formula. */
const EXPORT_MARK = /^'(?=[=+\-@\t\r\n])/;
/** They are seen nowhere, and make two texts differ that look the same. */
const INVISIBLE =
  '\\u00AD\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF';
const INVISIBLE_IN_TEXT = new RegExp(`[${INVISIBLE}]`, 'g');
/** Joiners belong to words of many scripts, but to no number and no address. */
const INVISIBLE_IN_NUMBER = new RegExp(`[${INVISIBLE}\\u200C\\u200D]`, 'g');
const OTHER_SPACE = /[\u00A0\u2000-\u200A\u202F\u3000]/g;

/** A text as a formula, so that a spreadsheet keeps its zeros. */
const TEXT_AS_FORMULA = /^="([^"]*)"$|^=(\d+)$/;
const NUMBER_MARK = /^'(?=[+\d])/;
/** A whole number that was shown with decimals. */
const WITH_DECIMALS = /^(\+?\d+)\.00?$/;
const OTHER_DECIMALS = /^\+?\d+\.\d+$/;
/** What programs write where there is nothing. */
const NOTHING = /^(?:nan|NaN|NaT|<NA>)$/;
const NO_NUMBER = /^(?:nan|nat|<na>|na|n\/a|null|none)$/i;
const FAILED_FORMULA = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/;

/** The text of a cell as it was meant: what is certain is repaired, the rest is told. */
export function readCellText(raw: string, kind: CellKind): CellText {
  // A marked text is no formula: it was one before our export.
  const isMarked = EXPORT_MARK.test(raw.trim());
  const shown = isMarked ? raw.trim().slice(1) : raw;
  const letters = isGarbled(shown) ? repairGarbled(shown) : shown;
  if (letters === null) return { text: withoutBlanks(shown), doubt: GARBLED };
  const seen = takeOutInvisible(letters, kind);
  const text = isMarked ? seen : readValue(seen, kind);
  const findings = findSpoilt(text, { kind, isMarked });
  // Blanks around a text are nothing that a spreadsheet has spoilt.
  const from = withoutBlanks(shown);
  return { text, ...(from !== text && { from }), ...findings };
}

const withoutBlanks = (text: string) =>
  text.replace(/^[ \t\r\n\u00A0]+/, '').replace(/(?<![ \t\r\n\u00A0])[ \t\r\n\u00A0]+$/, '');

const GARBLED =
  'Letters of this seem to be in another encoding. Type it again, or save the list as "CSV UTF-8".';

function takeOutInvisible(text: string, kind: CellKind): string {
  const invisible = kind === 'text' ? INVISIBLE_IN_TEXT : INVISIBLE_IN_NUMBER;
  return text.replaceAll(invisible, '').replaceAll(OTHER_SPACE, ' ').trim();
}

/** Without what a spreadsheet or a program has put around or in place of a value. */
function readValue(text: string, kind: CellKind): string {
  const [, quoted, number] = TEXT_AS_FORMULA.exec(text) ?? [];
  const value = (quoted ?? number ?? text).trim();
  if (NOTHING.test(value) || (kind !== 'text' && NO_NUMBER.test(value))) return '';
  if (kind !== 'number') return value;
  return value.replace(NUMBER_MARK, '').replace(WITH_DECIMALS, '$1');
}

function findSpoilt(
  text: string,
  { kind, isMarked }: { kind: CellKind; isMarked: boolean },
): Pick<CellText, 'doubt' | 'fault'> {
  if (FAILED_FORMULA.test(text)) {
    return {
      fault:
        'A spreadsheet shows here that a formula failed or a column is too narrow. Type what is meant.',
    };
  }
  if (text.startsWith('=') && !isMarked) {
    const message =
      'A formula stands here and not what it shows. Paste the column as values and save again.';
    return kind === 'text' ? { doubt: message } : { fault: message };
  }
  if (kind === 'number' && OTHER_DECIMALS.test(text)) {
    return { doubt: 'This number has decimals. Look whether a spreadsheet has changed it.' };
  }
  return {};
}
