/**
 * Loads what these texts need before they are shown. Parts that are missing when the connection is
 * lost stay plain text until it is back.
 */
export async function preloadMarkdown(texts: readonly string[]): Promise<void> {
  const hasMaths = texts.some((text) => text.includes('$'));
  const hasCode = texts.some((text) => /```|~~~|^ {4}/m.test(text));
  // A part that can't be loaded now is loaded when it is shown.
  await Promise.allSettled([
    import('./MarkdownText.tsx'),
    hasMaths && import('./MathText.tsx'),
    hasCode && import('./ColoredCode.tsx'),
  ]);
}
