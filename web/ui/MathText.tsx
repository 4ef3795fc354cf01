import { render } from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useRef } from 'react';

/** A formula in the notation of TeX, with MathML beside it for those who listen. A wrong one is shown as written. */
export function MathText({ text, isDisplay }: { text: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
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
