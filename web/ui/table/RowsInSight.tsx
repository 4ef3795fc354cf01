import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { type Column, findWidest } from './table-columns.ts';
import { useInSight } from './use-in-sight.ts';

/** Rows that are rendered together. */
const BLOCK_ROWS = 50;
/** Estimated height of a row with one line. */
const ROW_HEIGHT_PX = 44;

interface RowsInSightProps<Row> {
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  cells: (row: Row) => ReactNode;
}

/** Renders only visible rows; placeholders keep the height of the rest. */
export function RowsInSight<Row>({ rows, ...block }: RowsInSightProps<Row>) {
  const { columns, rowId, cells } = block;
  return (
    <>
      <tbody className={classes.widest} aria-hidden inert>
        {findWidest(columns, rows).map((row) => (
          <tr key={rowId(row)}>{cells(row)}</tr>
        ))}
      </tbody>
      {Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, number) => {
        const start = number * BLOCK_ROWS;
        const some = rows.slice(start, start + BLOCK_ROWS);
        return <Block key={number} {...block} rows={some} start={start} />;
      })}
    </>
  );
}

function Block<Row>(props: RowsInSightProps<Row> & { start: number }) {
  const { columns, rows, rowId, cells, start } = props;
  const { block, isInSight, heightPx } = useInSight<HTMLTableSectionElement>(
    rows.length * ROW_HEIGHT_PX,
  );
  return (
    <tbody ref={block}>
      {isInSight ? (
        rows.map((row, index) => (
          // Row 1 is the head.
          <tr key={rowId(row)} aria-rowindex={start + index + 2}>
            {cells(row)}
          </tr>
        ))
      ) : (
        <tr className={classes.space} aria-hidden>
          <td colSpan={columns.length} aria-label="More rows" style={{ height: heightPx }} />
        </tr>
      )}
    </tbody>
  );
}
