/**
 * Loads what these texts need to be shown, before they are: what is not there yet when the connection
 * goes stays plain text until it is back.
 */
export async function preloadMarkdown(texts: readonly string[]): Promise<void> {
  const hasMaths = texts.some((text) => text.includes('$'));
  const hasCode = texts.some((text) => /```|~~~|^ {4}/m.test(text));
  // What could not be loaded now is loaded when it is shown.
  await Promise.allSettled([
    import('./MarkdownText.tsx'),
    hasMaths && import('./MathText.tsx'),
    hasCode && import('./ColoredCode.tsx'),
  ]);
}
