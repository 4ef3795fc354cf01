import { Paper, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { type Sorting, useSorting } from './use-sorting.ts';

export interface Column<Row> {
  /** Stands in the address bar while the table is sorted by this column. */
  id: string;
  label: string;
  /** What the column is sorted by; a column without it is not sorted. */
  sortBy?: (row: Row) => string | number;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Names the table for those who hear it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  sortedAtFirst: Sorting;
}

/** Rows under a head that stays in sight; on a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, sortedAtFirst } = props;
  const { sorting, sortBy, sorted } = useSorting(columns, rows, sortedAtFirst);

  return (
    <Paper withBorder className={classes.frame}>
      <table className={classes.table} aria-label={label}>
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
        <tbody>
          {sorted.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <td key={column.id} data-label={column.label}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
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
