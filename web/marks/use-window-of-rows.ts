import { type RefObject, useLayoutEffect, useState } from 'react';
import { useIsPrinting } from '../ui/table/use-in-sight.ts';

/** Drawn above and below the visible rows, so that scrolling shows no gaps. */
const MARGIN_ROWS = 15;
/** The first row moves in steps, so that most scrolling draws nothing. */
const STEP_ROWS = 10;

/** The rows of a scrolled frame that are drawn: from `start`, before `end`. All rows have the same height. */
export function useWindowOfRows(
  frame: RefObject<HTMLElement | null>,
  { count, rowHeightPx }: { count: number; rowHeightPx: number },
) {
  const [seen, setSeen] = useState({ first: 0, rows: 40 });
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowHeightPx / STEP_ROWS) * STEP_ROWS;
      const rows = Math.ceil(element.clientHeight / rowHeightPx) + STEP_ROWS;
      setSeen((before) =>
        before.first === first && before.rows === rows ? before : { first, rows },
      );
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [frame, rowHeightPx]);
  if (isPrinting) return { start: 0, end: count };
  const start = Math.max(0, Math.min(seen.first - MARGIN_ROWS, count - seen.rows));
  return { start, end: Math.min(count, seen.first + seen.rows + MARGIN_ROWS) };
}
