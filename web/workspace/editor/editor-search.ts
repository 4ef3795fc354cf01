import {
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

/** Search and replace, and the marks at other places of what is selected. */
export const editorSearch: Extension = [
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of(searchKeymap),
];

export function openSearch(view: EditorView): void {
  openSearchPanel(view);
}
