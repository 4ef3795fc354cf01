import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Margin around the window that is rendered ahead, so scrolling shows no gaps. */
const MARGIN_PX = 1200;

/**
 * Whether a block is in or near the viewport. Out of view it keeps `heightPx`: its last rendered
 * height, or the estimate.
 */
export function useInSight<Block extends HTMLElement>(guessedHeightPx: number) {
  const block = useRef<Block>(null);
  const [state, setState] = useState({ isInSight: false, heightPx: guessedHeightPx });

  useEffect(() => {
    if (block.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // The last entry is current; earlier ones were queued while the page was busy.
        const entry = entries.at(-1);
        if (!entry) return;
        const { isIntersecting, boundingClientRect } = entry;
        setState((before) =>
          isIntersecting
            ? { ...before, isInSight: true }
            : {
                isInSight: false,
                heightPx: before.isInSight ? boundingClientRect.height : before.heightPx,
              },
        );
      },
      { rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(block.current);
    return () => observer.disconnect();
  }, []);

  const isPrinting = useIsPrinting();
  return { block, ...state, isInSight: state.isInSight || isPrinting };
}

/** Everything is rendered for printing, before the browser takes the snapshot. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
