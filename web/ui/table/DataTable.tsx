import { Group, Paper, Text, UnstyledButton } from '@mantine/core';
import IconArrowDown from '~icons/arrow-down';
import IconArrowsSort from '~icons/arrows-sort';
import IconArrowUp from '~icons/arrow-up';
import { type ReactNode, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { ColumnChooser } from './ColumnChooser.tsx';
import { CsvButton } from './CsvButton.tsx';
import classes from './DataTable.module.css';
import { RowsInSight } from './RowsInSight.tsx';
import { SearchField } from './SearchField.tsx';
import { type Column, searchRows, sharedDay } from './table-columns.ts';
import { useColumnChoice } from './use-column-choice.ts';
import { useSearchText } from './use-search-text.ts';
import { type Sorting, useSorting } from './use-sorting.ts';

/** Longer tables render only visible rows. */
const DRAWN_ROWS = 200;

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  sortedAtFirst: Sorting;
  /** Label of the search field, such as "Search students"; no search if omitted. */
  searchLabel?: string;
  /** File name of the CSV export, without extension; no export if omitted. */
  exportName?: string;
  /** Sort parameter in the URL, for a second table on a page. */
  sortName?: string;
  /** Loads all rows if only some are given: then totals are hidden and the export is complete. */
  loadAll?: (() => Promise<Row[]>) | undefined;
  /** The server sorts the rows by the URL parameter, and only some are given. */
  isSorted?: boolean;
  /** Denser layout for many columns. */
  isWide?: boolean;
  /** Storage name of the chosen columns; no column chooser if omitted. */
  columnsName?: string;
  /** Shown if the page's own filters leave no rows. */
  whenNone?: string;
  /** The page's own filters, next to the search. */
  tools?: ReactNode;
}

/**
 * A table with a sticky head; on a phone each row is a card. A table wider than the page scrolls
 * sideways together with its head.
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
            {sought === '' ? whenNone : 'No matches. Try fewer words.'}
          </Text>
        )}
      </Paper>
    </>
  );
}

interface RowsProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowId'> {
  /** By column: the day shown in its head for all cells. */
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

/** Whether the content is wider than its frame, so it has to be scrolled. */
function useOverflow<Frame extends HTMLElement>() {
  const frame = useRef<Frame>(null);
  const [isTooWide, setIsTooWide] = useState(false);
  useLayoutEffect(() => {
    const outer = frame.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return undefined;
    const measure = () => setIsTooWide(inner.getBoundingClientRect().width > outer.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { frame, isTooWide };
}
