/** A line of a CSV file in which no cell is a formula to a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
  return cells.map(cellOf).join(',');
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
