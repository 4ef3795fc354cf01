/** What spreadsheets would take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** How a file begins: without this mark spreadsheets read UTF-8 as something else. */
export const CSV_START = '\uFEFF';

/**
 * A CSV file as spreadsheets read it. A text that they would run as a formula gets an apostrophe
 * in front, which an import of the file takes away again. Numbers stay numbers.
 */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return `${CSV_START}${lines.map(csvLine).join('')}`;
}

/** One line of such a file, with its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
