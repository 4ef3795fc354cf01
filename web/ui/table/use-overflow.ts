import { useLayoutEffect, useRef, useState } from 'react';

/** Whether the content is wider than its frame, so it has to be scrolled. */
export function useOverflow<Frame extends HTMLElement>() {
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
