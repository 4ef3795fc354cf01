import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How far beyond the window something is drawn already, so that scrolling meets no gap. */
const MARGIN_PX = 1200;

/**
 * Says whether a block is in sight or near it. Out of sight it is to keep `heightPx`: what it was
 * when it was drawn last, or the guess.
 */
export function useInSight<Block extends HTMLElement>(guessedHeightPx: number) {
  const block = useRef<Block>(null);
  const [state, setState] = useState({ isInSight: false, heightPx: guessedHeightPx });

  useEffect(() => {
    if (block.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        // The last is how it is now; those before it the page was too busy to be told of.
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

/** On paper everything is in sight. It must stand there before the browser takes the page. */
function useIsPrinting(): boolean {
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
