import { Group, Paper, Text, UnstyledButton } from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowsSort from '~icons/arrows-sort';
import IconArrowUp from '~icons/arrow-up';
import { type ReactNode, useDeferredValue } from 'react';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CsvButton } from './CsvButton.tsx';
import classes from './DataTable.module.css';
import { RowsInSight } from './RowsInSight.tsx';
import { SearchField } from './SearchField.tsx';
import { type Column, searchRows, sharedDay } from './table-columns.ts';
import { useColumnChoice } from './use-column-choice.ts';
import { useOverflow } from './use-overflow.ts';
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
  /** Brings all rows, where those given are a part of them: no sums stand below, and the export is whole. */
  loadAll?: (() => Promise<Row[]>) | undefined;
  /** The rows come sorted as the address bar says, a part of many. */
  isSorted?: boolean;
  /** It has many columns: they stand closer. */
  isWide?: boolean;
  /** Under which this browser remembers the columns that were chosen; all are shown when not said. */
  columnsName?: string;
  /** What is said where there are no rows because of filters of the page's own. */
  whenNone?: string;
  /** Filters of the page's own, beside the search. */
  tools?: ReactNode;
}

/**
 * Rows under a head that stays in sight; on a phone each row is a card. What is wider than the page is
 * scrolled sideways, and the head goes with it.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sortedAtFirst, searchLabel, exportName, loadAll, tools } =
    props;
  const {
    sortName = 'sort',
    isSorted = false,
    isWide = false,
    columnsName,
    whenNone = 'Nothing here yet.',
  } = props;
  const [search, setSearch] = useSearchText();
  const sought = useDeferredValue(searchLabel === undefined ? '' : search);
  const found = searchRows(columns, rows, sought);
  const { sorting, sortBy, sorted } = useSorting(columns, found, {
    atFirst: sortedAtFirst,
    name: sortName,
    isSorted,
  });
  const choice = useColumnChoice(columnsName ?? '', columns);
  const shown = columnsName === undefined ? columns : choice.shown;
  const days = shown.map((column) => sharedDay(column, sorted));
  const { frame, isTooWide } = useOverflow<HTMLElement>();
  const hasTools =
    searchLabel !== undefined || (columnsName ?? exportName) !== undefined || tools !== undefined;

  return (
    <>
      {hasTools && (
        <Group mb="md" gap="sm" align="flex-end">
          {searchLabel !== undefined && (
            <SearchField label={searchLabel} text={search} onSearch={setSearch} />
          )}
          {tools}
          {columnsName !== undefined && <ColumnChooser choice={choice} />}
          {exportName !== undefined && (
            <CsvButton name={exportName} columns={columns} rows={sorted} loadAll={loadAll} />
          )}
        </Group>
      )}
      <Paper
        withBorder
        ref={frame}
        component="section"
        className={classes.frame}
        data-wide={isWide}
        __vars={{ '--columns': String(shown.length) }}
        data-too-wide={isTooWide}
        {...(isTooWide && { tabIndex: 0, 'aria-label': label })}
      >
        <table className={classes.table} aria-label={label} aria-rowcount={sorted.length + 1}>
          <thead>
            <tr>
              {shown.map((column, place) => (
                <Head
                  key={column.id}
                  label={column.label}
                  day={days[place] ?? null}
                  direction={sorting.column === column.id ? sorting.direction : 'none'}
                  onSort={column.sortBy && (() => sortBy(column.id))}
                />
              ))}
            </tr>
          </thead>
          <Rows columns={shown} days={days} rows={sorted} rowId={rowId} />
          {loadAll === undefined && <Totals columns={shown} rows={sorted} />}
        </table>
        {sorted.length === 0 && (
          <Text p="lg" c="dimmed">
            {sought === '' ? whenNone : 'Nothing matches the search. Try fewer words.'}
          </Text>
        )}
      </Paper>
    </>
  );
}

interface RowsProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId'> {
  /** By column: the day that its head tells for all of its cells. */
  days: (string | null)[];
}

function Rows<Row>({ columns, days, rows, rowId }: RowsProps<Row>) {
  const cells = (row: Row) =>
    columns.map((column, place) => (
      <td
        key={column.id}
        data-label={column.label}
        data-code={column.isCode}
        data-of-one-day={typeof days[place] === 'string'}
      >
        {column.cell(row)}
      </td>
    ));
  if (rows.length > DRAWN_ROWS) {
    return <RowsInSight columns={columns} rows={rows} rowId={rowId} cells={cells} />;
  }
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={rowId(row)}>{cells(row)}</tr>
      ))}
    </tbody>
  );
}

function Totals<Row>({ columns, rows }: Pick<RowsProps<Row>, 'columns' | 'rows'>) {
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

interface HeadProps {
  label: string;
  day: string | null;
  direction: Sorting['direction'] | 'none';
  onSort: (() => void) | undefined;
}

function Head({ label, day, direction, onSort }: HeadProps) {
  const Icon = icons[direction];
  const below = day !== null && <span className={classes.day}>{day}</span>;
  if (onSort === undefined) {
    return (
      <th scope="col">
        <span className={classes.plainHead}>{label}</span>
        {below}
      </th>
    );
  }
  return (
    <th scope="col" aria-sort={direction}>
      <UnstyledButton className={classes.sortButton ?? ''} onClick={onSort}>
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
      {below}
    </th>
  );
}
