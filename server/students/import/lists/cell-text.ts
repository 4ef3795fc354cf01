import { canonicalLine, withPlainDashes, withPlainDigits } from '@vlabs/contract/text/canonical';
import { isGarbled, repairGarbled } from './list-text.ts';

/** The kind of a column determines what a spreadsheet may have damaged. */
export type CellKind = 'number' | 'year' | 'email' | 'name' | 'text';

const isNumber = (kind: CellKind) => kind === 'number' || kind === 'year';
const isWords = (kind: CellKind) => kind === 'name' || kind === 'text';

interface CellText {
  text: string;
  /** The original text, if it was repaired. */
  from?: string;
  /** A doubt for the admin to decide. */
  doubt?: string;
  fault?: string;
}

/** Our export adds an apostrophe to texts that a spreadsheet would run as a formula. */
const EXPORT_MARK = /^'(?=[=+\-@\t\r\n])/;
/** Invisible characters, which make equal-looking texts differ. */
const INVISIBLE =
  '\\u00AD\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u2069\\uFEFF';
const INVISIBLE_IN_TEXT = new RegExp(`[${INVISIBLE}]`, 'g');
/** Joiners are part of words in many scripts, but not of numbers and addresses. */
const INVISIBLE_IN_NUMBER = new RegExp(`[${INVISIBLE}\\u200C\\u200D]`, 'g');
const OTHER_SPACE = /[\u00A0\u2000-\u200A\u202F\u3000]/g;

/** What spreadsheets make of `3-4`, `1-23` or `apr 3`. */
const DAY_OF_SPREADSHEET =
  /^(?:\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)-\d{2})$/i;

/** A text written as a formula to keep leading zeros. */
const TEXT_AS_FORMULA = /^="([^"]*)"$|^=(\d+)$/;
const NUMBER_MARK = /^'(?=[+\d])/;
/** An integer shown with decimals. */
const WITH_DECIMALS = /^(\+?\d+)\.00?$/;
const OTHER_DECIMALS = /^\+?\d+\.\d+$/;
const OTHER_YEAR = /^(?:\d{1,3}|\d{5,})$/;
/** Placeholders of programs for missing values. */
const NOTHING = /^(?:nan|NaN|NaT|<NA>)$/;
const NO_NUMBER = /^(?:nan|nat|<na>|na|n\/a|null|none)$/i;
const FAILED_FORMULA = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/;

/** Returns the intended text of a cell: unambiguous damage is repaired, the rest is reported. */
export function readCellText(raw: string, kind: CellKind): CellText {
  // Our export's apostrophe marks a text that looks like a formula.
  const isMarked = EXPORT_MARK.test(raw.trim());
  const shown = isMarked ? raw.trim().slice(1) : raw;
  const letters = isGarbled(shown) ? repairGarbled(shown) : shown;
  if (letters === null) return { text: withoutBlanks(shown), doubt: GARBLED };
  const seen = takeOutInvisible(letters, kind);
  const text = isMarked ? seen : readValue(seen, kind);
  const findings = findSpoilt(text, { kind, isMarked });
  // Surrounding spaces are not damage.
  const from = withoutBlanks(shown);
  const isRepaired = from.normalize('NFC') !== text.normalize('NFC');
  return { text, ...(isRepaired && { from }), ...findings };
}

const withoutBlanks = (text: string) =>
  text.replace(/^[ \t\r\n\u00A0]+/, '').replace(/(?<![ \t\r\n\u00A0])[ \t\r\n\u00A0]+$/, '');

const GARBLED =
  'Some letters seem to have the wrong encoding. Type them again, or save the list as "CSV UTF-8".';

function takeOutInvisible(text: string, kind: CellKind): string {
  const invisible = isWords(kind) ? INVISIBLE_IN_TEXT : INVISIBLE_IN_NUMBER;
  const seen = text.replaceAll(invisible, '').replaceAll(OTHER_SPACE, ' ').trim();
  if (kind === 'name') return canonicalLine(seen);
  if (kind === 'text') return seen.normalize('NFC');
  return isNumber(kind) ? withPlainDashes(withPlainDigits(seen)) : seen;
}

/** Removes what spreadsheets and programs add around or instead of a value. */
function readValue(text: string, kind: CellKind): string {
  const [, quoted, number] = TEXT_AS_FORMULA.exec(text) ?? [];
  const value = (quoted ?? number ?? text).trim();
  if (NOTHING.test(value) || (!isWords(kind) && NO_NUMBER.test(value))) return '';
  if (!isNumber(kind)) return value;
  return value.replace(NUMBER_MARK, '').replace(WITH_DECIMALS, '$1');
}

function findSpoilt(
  text: string,
  { kind, isMarked }: { kind: CellKind; isMarked: boolean },
): Pick<CellText, 'doubt' | 'fault'> {
  if (FAILED_FORMULA.test(text)) {
    return {
      fault:
        'A spreadsheet put an error here, such as a failed formula or a narrow column. Type the correct value.',
    };
  }
  if (text.startsWith('=') && !isMarked) {
    const message =
      'This is a formula instead of its value. Paste the column as values and save again.';
    return isWords(kind) ? { doubt: message } : { fault: message };
  }
  if (DAY_OF_SPREADSHEET.test(text)) {
    return { doubt: 'A spreadsheet may have made this date of something else. Check it.' };
  }
  if (isNumber(kind) && OTHER_DECIMALS.test(text)) {
    return { doubt: 'This number has decimals. Check whether a spreadsheet has changed it.' };
  }
  if (kind === 'year' && OTHER_YEAR.test(text)) {
    return { doubt: 'A year has four digits, such as 2027. Check this one.' };
  }
  return {};
}
