import { useSearchParams } from 'react-router';

export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

interface Sortable<Row> {
  id: string;
  sortBy?: (row: Row) => string | number;
}

interface SortingOptions {
  atFirst: Sorting;
  /** Name of the URL parameter. */
  name?: string;
  /** The server sorts the rows by the URL parameter. */
  isSorted?: boolean;
}

/** Sorts rows by the URL parameter (`?sort=name` or `?sort=-name`), so a view can be linked. */
export function useSorting<Row>(
  columns: Sortable<Row>[],
  rows: Row[],
  { atFirst, name = 'sort', isSorted = false }: SortingOptions,
) {
  const [search, setSearch] = useSearchParams();
  const asked = readSorting(search.get(name));
  const sorting = asked && columns.some(({ id }) => id === asked.column) ? asked : atFirst;

  function sortBy(column: string): void {
    const isTurned = sorting.column === column && sorting.direction === 'ascending';
    setSearch(
      (current) => {
        current.set(name, isTurned ? `-${column}` : column);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return { sorting, sortBy, sorted: isSorted ? rows : sortRows(columns, rows, sorting) };
}

/** `-name` sorts by name, descending. */
export function readSorting(text: string | null): Sorting | null {
  if (text === null) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' };
}

function sortRows<Row>(columns: Sortable<Row>[], rows: Row[], sorting: Sorting): Row[] {
  const value = columns.find(({ id }) => id === sorting.column)?.sortBy;
  if (value === undefined) return rows;
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

const inWords = new Intl.Collator('en-IN', { numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return inWords.compare(String(a), String(b));
}
