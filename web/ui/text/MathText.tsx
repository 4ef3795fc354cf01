import { render } from 'katex';
import 'katex/dist/katex.min.css';
import { useLayoutEffect, useRef } from 'react';

/** Longer or deeper formulas are shown as source. */
const MAX_LENGTH = 2000;
const MAX_LEVELS = 30;

/** A TeX formula, with MathML for screen readers. An invalid one is shown as source. */
export function MathText({ text, isDisplay }: { text: string; isDisplay: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!place.current || !canBeDrawn(text)) return;
    render(text, place.current, {
      displayMode: isDisplay,
      throwOnError: false,
      // A formula can't create links, load resources or define macros for the next one.
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
      errorColor: 'var(--mantine-color-error)',
    });
  }, [text, isDisplay]);
  // Shows the source until it is rendered.
  return <span ref={place}>{text}</span>;
}

/** Every brace, superscript and subscript is a nesting level. */
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
