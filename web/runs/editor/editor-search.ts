import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Search and replace, and highlights of other occurrences of the selection. */
export const editorSearch: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
];

export function openSearch(view: EditorView): void {
  openSearchPanel(view);
}
