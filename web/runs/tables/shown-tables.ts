import type { ResultTable } from '@vlabs/contract/runs/result-tables';

/** More would make the page slow. */
const MAX_ROWS = 2000;
const MAX_CELLS = 20_000;

/**
 * The first tables and rows that a page can show; `left` counts the further rows of a table. Rows may have more cells
 * than there are columns.
 */
export function limitRows(tables: readonly ResultTable[]): (ResultTable & { left: number })[] {
  const shown: (ResultTable & { left: number })[] = [];
  let [rows, cells] = [MAX_ROWS, MAX_CELLS];
  for (const table of tables) {
    if (rows <= 0 || cells <= 0) break;
    const columns = table.columns.slice(0, cells);
    cells -= columns.length;
    const first: ResultTable['rows'] = [];
    for (const row of table.rows.slice(0, rows)) {
      if (cells <= 0) break;
      first.push(row.slice(0, cells));
      cells -= row.length;
    }
    rows -= first.length + 1;
    shown.push({ columns, rows: first, left: table.rows.length - first.length });
  }
  return shown;
}

/** `Table 2: 3 rows`; without a number if it is the only one. */
export function nameTable(tables: readonly ResultTable[], index: number): string {
  const count = tables[index]?.rows.length ?? 0;
  const size = `${count} ${count === 1 ? 'row' : 'rows'}`;
  return tables.length === 1 ? size : `Table ${index + 1}: ${size}`;
}

const NUMBER = /^[+-]?\d{1,40}(?:\.\d{1,40})?(?:e[+-]?\d{1,4})?$/i;

export const isNumber = (cell: string): boolean => NUMBER.test(cell);
