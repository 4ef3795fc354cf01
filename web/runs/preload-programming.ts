import type { Language } from '@vlabs/contract/runs/languages';
import { grammarOf } from '../platform/grammars.ts';

/** Loads all that writing and running programs in these languages needs, for a page that may lose its connection. */
export async function preloadProgramming(languages: readonly Language[]): Promise<void> {
  await Promise.all([
    import('./editor/CodeEditor.tsx'),
    import('./editor/editor-search.ts'),
    import('./terminal/TerminalView.tsx'),
    ...languages.map((language) => grammarOf(language).support()),
  ]);
}
