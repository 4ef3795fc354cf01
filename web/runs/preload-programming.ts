import { languages } from '@vlabs/contract/runs/languages';
import { loadLanguageSupport } from './editor/language-support.ts';

/** Loads all that writing and running a program needs, for a page that may lose its connection. */
export async function preloadProgramming(): Promise<void> {
  await Promise.all([
    import('./editor/CodeEditor.tsx'),
    import('./editor/editor-search.ts'),
    import('./terminal/TerminalView.tsx'),
    ...languages.map(({ id }) => loadLanguageSupport(id)),
  ]);
}
