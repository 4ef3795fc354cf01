import type { IDisposable, Terminal } from '@xterm/xterm';

const VIRAMA = /[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]/u;

/**
 * xterm fits letters into their cells by letter spacing, which browsers also put between the consonants of a letter
 * such as स्त्री. Of those letters, the space goes behind instead.
 */
export function keepConjunctsWhole(terminal: Terminal): IDisposable {
  return terminal.onRender(({ start, end }) => {
    const rows = terminal.element?.querySelector('.xterm-rows')?.children ?? [];
    for (const row of Array.from(rows).slice(start, end + 1)) {
      for (const span of row.children) moveSpace(span);
    }
  });
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function moveSpace(span: Element): void {
  const text = span.textContent;
  if (!(span instanceof HTMLElement) || !VIRAMA.test(text)) return;
  const space = Number.parseFloat(span.style.letterSpacing);
  if (Number.isNaN(space) || space === 0) return;
  const letters = Array.from(segments.segment(text)).length;
  span.style.marginRight = `${space * letters}px`;
  span.style.letterSpacing = '0';
}
