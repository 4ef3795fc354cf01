import { useReducedMotion } from '@mantine/hooks';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

const PIXELS_PER_SECOND = 22;
/** Pause at either end before the direction changes. */
const REST_MS = 4000;
const AFTER_USE_MS = 600;

/**
 * Scrolls an element slowly down and up again, unless it is paused, hovered or focused. It
 * continues from wherever the user scrolled to. Users who prefer reduced motion get no scrolling.
 */
export function useDrift(isPaused: boolean): {
  viewport: RefObject<HTMLElement | null>;
  /** The element is limited in height, so longer content can scroll. */
  mayMove: boolean;
  /** The content is higher than the element. */
  isLong: boolean;
} {
  const viewport = useRef<HTMLElement>(null);
  const mayMove = !useReducedMotion();
  const [isLong, setIsLong] = useState(false);

  // Before paint, so nothing jumps.
  useLayoutEffect(() => {
    const element = viewport.current;
    if (element === null) return undefined;
    const measure = () => setIsLong(mayMove && element.scrollHeight > element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [mayMove]);

  useEffect(() => {
    const element = viewport.current;
    if (isPaused || !isLong || element === null) return undefined;
    return drift(element);
  }, [isPaused, isLong]);

  return { viewport, mayMove, isLong };
}

function drift(element: HTMLElement): () => void {
  let position = element.scrollTop;
  let direction = 1;
  let previous = performance.now();
  let restsUntil = previous + REST_MS;
  let frame = requestAnimationFrame(step);

  function step(now: number): void {
    if (isInUse(element)) restsUntil = Math.max(restsUntil, now + AFTER_USE_MS);
    // Follows the user's scrolling; a difference below two pixels is rounding.
    if (Math.abs(element.scrollTop - position) > 2) position = element.scrollTop;
    if (now >= restsUntil) {
      const end = element.scrollHeight - element.clientHeight;
      position += (direction * PIXELS_PER_SECOND * Math.min(now - previous, 100)) / 1000;
      if (position <= 0 || position >= end) {
        position = Math.max(0, Math.min(position, end));
        direction = position === 0 ? 1 : -1;
        restsUntil = now + REST_MS;
      }
      element.scrollTop = position;
    }
    previous = now;
    frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}

function isInUse(element: HTMLElement): boolean {
  return element.matches(':hover') || element.contains(document.activeElement);
}
