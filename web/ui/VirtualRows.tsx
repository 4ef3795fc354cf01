import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useState } from 'react';
import classes from './DataTable.module.css';

/** About as high as a row with one line in it. */
const ROW_HEIGHT_PX = 46;
/** Rows kept beyond both ends of the window, so that scrolling meets no gap. */
const ROWS_BEYOND = 12;

interface VirtualRowsProps<Row> {
  rows: Row[];
  rowId: (row: Row) => string;
  columnCount: number;
  cells: (row: Row) => ReactNode;
}

/** Only the rows in sight stand in the page; two empty ones keep the place of the rest. */
export function VirtualRows<Row>({ rows, rowId, columnCount, cells }: VirtualRowsProps<Row>) {
  const [top, setTop] = useState(0);
  const keepTop = useCallback((body: HTMLElement | null) => {
    if (body) setTop(body.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_BEYOND,
    scrollMargin: top,
  });
  const items = virtual.getVirtualItems();
  const above = (items.at(0)?.start ?? top) - top;
  const below = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);

  return (
    <tbody ref={keepTop}>
      <Space height={above} columnCount={columnCount} />
      {items.map(({ index }) => {
        const row = rows[index];
        if (row === undefined) return null;
        return (
          <tr
            key={rowId(row)}
            ref={virtual.measureElement}
            data-index={index}
            // The head is the first row.
            aria-rowindex={index + 2}
          >
            {cells(row)}
          </tr>
        );
      })}
      <Space height={below} columnCount={columnCount} />
    </tbody>
  );
}

function Space({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr className={classes.space} aria-hidden>
      <td colSpan={columnCount} style={{ height }} />
    </tr>
  );
}
