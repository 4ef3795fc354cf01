import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Stands in the address bar while the table is sorted by this column. */
  id: string;
  label: string;
  /** What the column is sorted by; a column without it is not sorted. */
  sortBy?: (row: Row) => string | number;
  /** What is searched and exported; what the column is sorted by, when not said. */
  text?: (row: Row) => string | number;
  /** What stands below all rows, where a sum means something. */
  total?: (rows: Row[]) => ReactNode;
  cell: (row: Row) => ReactNode;
}

/** The rows that hold every word of the search in one column or another, whatever the case. */
export function searchRows<Row>(columns: Column<Row>[], rows: Row[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = textColumns(columns)
      .map((read) => read(row))
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The head and the rows of a CSV file; columns of buttons alone are left out. */
export function exportLines<Row>(columns: Column<Row>[], rows: Row[]): (string | number)[][] {
  const shown = columns.filter((column) => textOf(column) !== undefined);
  const reads = textColumns(columns);
  return [shown.map(({ label }) => label), ...rows.map((row) => reads.map((read) => read(row)))];
}

function textColumns<Row>(columns: Column<Row>[]): ((row: Row) => string | number)[] {
  return columns.flatMap((column) => textOf(column) ?? []);
}

function textOf<Row>({ text, sortBy }: Column<Row>) {
  return text ?? sortBy;
}
