import type { ReactNode } from 'react';
import classes from './DataTable.module.css';
import { useInSight } from './use-in-sight.ts';

/** Rows that come and go together. */
const BLOCK_ROWS = 50;
/** About as high as a row with one line in it. */
const ROW_HEIGHT_PX = 44;

interface RowsInSightProps<Row> {
  rows: Row[];
  rowId: (row: Row) => string;
  columnCount: number;
  cells: (row: Row) => ReactNode;
}

/** Only the rows in sight stand in the page; the rest keep their place. */
export function RowsInSight<Row>({ rows, ...block }: RowsInSightProps<Row>) {
  return Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, number) => {
    const start = number * BLOCK_ROWS;
    const some = rows.slice(start, start + BLOCK_ROWS);
    return <Block key={number} {...block} rows={some} start={start} />;
  });
}

function Block<Row>(props: RowsInSightProps<Row> & { start: number }) {
  const { rows, rowId, columnCount, cells, start } = props;
  const { block, isInSight, heightPx } = useInSight<HTMLTableSectionElement>(
    rows.length * ROW_HEIGHT_PX,
  );
  return (
    <tbody ref={block}>
      {isInSight ? (
        rows.map((row, index) => (
          // The head is the first row.
          <tr key={rowId(row)} aria-rowindex={start + index + 2}>
            {cells(row)}
          </tr>
        ))
      ) : (
        <tr className={classes.space} aria-hidden>
          <td colSpan={columnCount} aria-label="Further rows" style={{ height: heightPx }} />
        </tr>
      )}
    </tbody>
  );
}
