/** What spreadsheets would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** Without this mark spreadsheets read UTF-8 as something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A CSV file as spreadsheets read it. A text that they would run as a formula gets an apostrophe
 * in front, which an import of the file takes away again. Numbers stay numbers.
 */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
