import { Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue } from 'react';
import { CsvButton } from './CsvButton.tsx';
import classes from './DataTable.module.css';
import { RowsInSight } from './RowsInSight.tsx';
import { SearchField } from './SearchField.tsx';
import { type Column, searchRows } from './table-columns.ts';
import { useSearchText } from './use-search-text.ts';
import { type Sorting, useSorting } from './use-sorting.ts';

/** More rows than this are drawn only where they are in sight. */
const DRAWN_ROWS = 200;

interface DataTableProps<Row> {
  /** Names the table for those who hear it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  sortedAtFirst: Sorting;
  /** What the search above the table is called, as "Search students"; none when not said. */
  searchLabel?: string;
  /** The name of the file that Export CSV saves, without its ending; no export when not said. */
  exportName?: string;
  /** Where the sorting stands in the address bar, of a second table on a page. */
  sortName?: string;
  /** It has more columns than a page is wide: it is scrolled sideways, and its head goes with it. */
  isWide?: boolean;
  /** Filters of the page's own, beside the search. */
  tools?: ReactNode;
}

/** Rows under a head that stays in sight; on a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sortedAtFirst, searchLabel, exportName, tools } = props;
  const { sortName = 'sort', isWide = false } = props;
  const [search, setSearch] = useSearchText();
  const sought = useDeferredValue(searchLabel === undefined ? '' : search);
  const found = searchRows(columns, rows, sought);
  const { sorting, sortBy, sorted } = useSorting(columns, found, {
    atFirst: sortedAtFirst,
    name: sortName,
  });
  const hasTools = searchLabel !== undefined || exportName !== undefined || tools !== undefined;

  return (
    <>
      {hasTools && (
        <Group mb="md" gap="sm" align="flex-end">
          {searchLabel !== undefined && (
            <SearchField label={searchLabel} text={search} onSearch={setSearch} />
          )}
          {tools}
          {exportName !== undefined && (
            <CsvButton name={exportName} columns={columns} rows={sorted} />
          )}
        </Group>
      )}
      <Paper
        withBorder
        className={classes.frame}
        data-wide={isWide}
        {...(isWide && { component: 'section', tabIndex: 0, 'aria-label': label })}
      >
        <table
          className={classes.table}
          // Columns keep their width while rows come and go.
          data-long={sorted.length > DRAWN_ROWS}
          aria-label={label}
          aria-rowcount={sorted.length + 1}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <Head
                  key={column.id}
                  label={column.label}
                  direction={sorting.column === column.id ? sorting.direction : 'none'}
                  onSort={column.sortBy && (() => sortBy(column.id))}
                />
              ))}
            </tr>
          </thead>
          <Rows columns={columns} rows={sorted} rowId={rowId} />
          <Totals columns={columns} rows={sorted} />
        </table>
        {sorted.length === 0 && (
          <Text p="lg" c="dimmed">
            {sought === '' ? 'Nothing here yet.' : 'Nothing matches the search. Try fewer words.'}
          </Text>
        )}
      </Paper>
    </>
  );
}

type RowsProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId'>;

function Rows<Row>({ columns, rows, rowId }: RowsProps<Row>) {
  const cells = (row: Row) =>
    columns.map((column) => (
      <td key={column.id} data-label={column.label}>
        {column.cell(row)}
      </td>
    ));
  if (rows.length > DRAWN_ROWS) {
    return <RowsInSight rows={rows} rowId={rowId} columnCount={columns.length} cells={cells} />;
  }
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={rowId(row)}>{cells(row)}</tr>
      ))}
    </tbody>
  );
}

function Totals<Row>({ columns, rows }: Omit<RowsProps<Row>, 'rowId'>) {
  if (rows.length === 0 || !columns.some(({ total }) => total)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, label, total }) => (
          <td key={id} data-label={label}>
            {total?.(rows)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

const icons = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown };

function Head({
  label,
  direction,
  onSort,
}: {
  label: string;
  direction: Sorting['direction'] | 'none';
  onSort: (() => void) | undefined;
}) {
  const Icon = icons[direction];
  if (onSort === undefined) {
    return (
      <th scope="col">
        <span className={classes.plainHead}>{label}</span>
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={direction}>
      <UnstyledButton className={classes.sortButton ?? ''} onClick={onSort}>
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
