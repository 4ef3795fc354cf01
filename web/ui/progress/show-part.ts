/** Formats a share from 0 to 1 as whole per cent; only 1 gives 100, and only 0 gives 0. */
export function percentOf(part: number): number {
  if (part === 0 || part === 1) return part * 100;
  return Math.min(99, Math.max(1, Math.round(part * 100)));
}

export const showPart = (part: number): string => `${percentOf(part)}\u{A0}%`;

export const showLines = (lines: number): string => (lines === 1 ? '1 line' : `${lines} lines`);

/** Without empty lines at the end. */
export function showLinesOf(text: string): string {
  const trimmed = text.trimEnd();
  return showLines(trimmed === '' ? 0 : trimmed.split('\n').length);
}
