import { render } from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useRef } from 'react';

/** A longer or deeper one is shown as written. */
const MAX_LENGTH = 2000;
const MAX_LEVELS = 30;

/** A formula in the notation of TeX, with MathML beside it for those who listen. A wrong one is shown as written. */
export function MathText({ text, isDisplay }: { text: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!place.current || !canBeDrawn(text)) return;
    render(text, place.current, {
      displayMode: isDisplay,
      throwOnError: false,
      // A formula can neither link, nor load, nor define what lives on in the next one.
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
      errorColor: 'var(--mantine-color-error)',
    });
  }, [text, isDisplay]);
  // Its own text until it is drawn.
  return <span ref={place}>{text}</span>;
}

/** Every brace is a level of the drawing, and so is what stands above or below. */
function canBeDrawn(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  let levels = 0;
  let max = 0;
  for (const character of text) {
    if (character === '{' || character === '[') levels += 1;
    if (character === '}' || character === ']') levels -= 1;
    max = Math.max(max, levels);
  }
  return max <= MAX_LEVELS;
}
