/** Characters that spreadsheets take for the start of a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** The byte order mark; without it spreadsheets do not read UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * Writes a CSV file for spreadsheets. Texts that they would run as a formula get a leading apostrophe, which our
 * import removes again. Numbers stay numbers.
 */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return `${CSV_START}${lines.map(csvLine).join('')}`;
}

/** Writes one line, with its line ending. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
