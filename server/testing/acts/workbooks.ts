import { zipSync } from 'fflate';

/** A text, a number as written in the file, or a cell's raw XML without its position. */
type Cell = string | { number: string } | { xml: (place: string) => string } | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** An .xlsx workbook in Excel's format: shared strings, style 1 for dates. */
export function makeWorkbook(rows: Cell[][]): Buffer {
  const texts: string[] = [];
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => writeCell(cell, placeOf(column, row), texts));
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  return packWorkbook({
    sheet: `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    sharedStrings: `${HEAD}<sst xmlns="${MAIN}">${shared.join('')}</sst>`,
  });
}

/** A workbook with these parts, unchanged. */
export function packWorkbook(
  { sheet, sharedStrings = `<sst xmlns="${MAIN}"/>` }: { sheet: string; sharedStrings?: string },
  more: Record<string, Uint8Array> = {},
): Buffer {
  const relations = [
    `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>`,
    `<Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/>`,
    `<Relationship Id="rId3" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>`,
  ];
  const parts = {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Class" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}">${relations.join('')}</Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': sharedStrings,
    'xl/worksheets/sheet1.xml': sheet,
  };
  const written = Object.entries(parts).map(
    ([name, text]) => [name, new TextEncoder().encode(text)] as const,
  );
  return Buffer.from(zipSync({ ...Object.fromEntries(written), ...more }));
}

function writeCell(cell: Cell, place: string, texts: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  if ('number' in cell) return `<c r="${place}"><v>${cell.number}</v></c>`;
  return cell.xml(place);
}

const placeOf = (column: number, row: number) => `${String.fromCharCode(65 + column)}${row + 1}`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
