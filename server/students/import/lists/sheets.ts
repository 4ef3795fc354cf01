import { attributeOf, readFormats, showNumber, unescapeXml } from './number-formats.ts';

type Parts = Record<string, Uint8Array>;
const WORKBOOK = 'xl/workbook.xml';
/** As many as a list has lines. */
const MAX_MERGED = 100_000;

export interface Sheet {
  /** Its place in the workbook, from 1. */
  place: number;
  /** What concerns the whole workbook; empty if nothing does. */
  said: string;
  doubts: CellDoubt[];
  parts: Parts;
}

/** Something that an admin has to look at; without a column it concerns the line. */
export interface CellDoubt {
  line: number;
  /** From 0. */
  column: number | null;
  message: string;
}

const textOf = (parts: Parts, name: string) =>
  new TextDecoder().decode(parts[name] ?? new Uint8Array());

/** The first sheet that Excel shows, with its numbers written as Excel shows them. */
export function findSheet(parts: Parts): Sheet {
  const sheets = [...textOf(parts, WORKBOOK).matchAll(/<(?:\w{1,20}:)?sheet\s[^>]{0,2000}>/g)].map(
    ([tag]) => ({
      name: unescapeXml(attributeOf(tag, 'name')),
      relation: attributeOf(tag, 'r:id'),
      isHidden: /hidden$/i.test(attributeOf(tag, 'state')),
    }),
  );
  const at = Math.max(
    0,
    sheets.findIndex(({ isHidden }) => !isHidden),
  );
  const sheet = sheets[at];
  const name = findPart(parts, sheet?.relation ?? '');
  const doubts: CellDoubt[] = [];
  const said =
    at === 0
      ? ''
      : `The first sheet of this workbook is hidden. The sheet “${sheet?.name ?? ''}” was read, the first that Excel shows.`;
  const place = at + 1;
  if (name === null) return { place, said, doubts, parts };
  const written = textOf(parts, name);
  const shown = withShownNumbers(written, readFormats(textOf(parts, 'xl/styles.xml')), doubts);
  doubts.push(...listMerged(written));
  return { place, said, doubts, parts: { ...parts, [name]: new TextEncoder().encode(shown) } };
}

function findPart(parts: Parts, relation: string): string | null {
  const relations = textOf(parts, 'xl/_rels/workbook.xml.rels');
  for (const [tag] of relations.matchAll(/<Relationship\s[^>]{0,2000}>/g)) {
    if (relation === '' || attributeOf(tag, 'Id') !== relation) continue;
    const target = attributeOf(tag, 'Target').replace(/^\/(?:xl\/)?/, '');
    const name = `xl/${target}`;
    return name in parts ? name : null;
  }
  return null;
}

/** Numbers become the texts that their formats show; what cannot be followed is a doubt. */
function withShownNumbers(sheet: string, formats: readonly string[], doubts: CellDoubt[]): string {
  const [start = '', ...cells] = sheet.split('<c ');
  const shown = cells.map((cell) => {
    const end = cell.indexOf('>');
    const tag = ` ${cell.slice(0, end)}`;
    const type = attributeOf(tag, 't');
    if (type !== '' && type !== 'n') return cell;
    const value = /<v>([^<]{1,40})<\/v>/.exec(cell);
    if (!value) return cell;
    const found = showNumber(value[1] ?? '', formats[Number(attributeOf(tag, 's'))] ?? '#0');
    if (found === 'raw') return cell;
    const place = placeOf(attributeOf(tag, 'r'));
    if ('doubt' in found) {
      if (place) doubts.push({ ...place, message: found.doubt });
      return cell;
    }
    const rest = cell.slice(end).replace(value[0], `<v>${escapeXml(found.text)}</v>`);
    return `${cell.slice(0, end).replace(/(^|\s)t="n"/, '')} t="str"${rest}`;
  });
  return [start, ...shown].join('<c ');
}

/** Cells below the first of merged ones are empty, though Excel shows the value over all of them. */
function listMerged(sheet: string): CellDoubt[] {
  const doubts: CellDoubt[] = [];
  for (const [, from = '', to = ''] of sheet.matchAll(
    /<mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g,
  )) {
    const [first, last] = [placeOf(from), placeOf(to)];
    if (!first || !last) continue;
    for (let line = first.line; line <= last.line && doubts.length < MAX_MERGED; line++) {
      const message = `The cells ${from} to ${to} are merged: only the first has the value, the others are empty. Take them apart and fill in each.`;
      doubts.push({ line, column: line === first.line ? first.column : null, message });
    }
  }
  return doubts;
}

/** `B12`: line 12, column 1. */
function placeOf(address: string): { line: number; column: number } | null {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  if (digits === '') return null;
  const column = Array.from(letters, (letter) => letter.charCodeAt(0) - 64).reduce(
    (sum, letter) => sum * 26 + letter,
    0,
  );
  return { line: Number(digits), column: column - 1 };
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
