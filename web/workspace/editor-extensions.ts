import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionStatus,
  moveCompletionSelection,
  selectedCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view';
import { editorColors } from './editor-colors.ts';
import type { LanguageId } from './languages.ts';
import { wordCompletion } from './word-completion.ts';

/** All four languages are indented by four blanks in the courses that use them. */
const indentation = '    ';

/** Enter always breaks the line: a suggestion is taken with Tab, or with Enter once one moved onto it. */
function takeSuggestion(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  if (!selectedCompletion(view.state)) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/** Long enough to find Tab after Escape. */
const leavingMs = 2000;

/** After Escape, Tab leaves the editor: also when Escape closed something first. */
const leaveWithTab = Prec.highest(
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        view.setTabFocusMode(leavingMs);
        return false;
      },
    },
  ]),
);

/** All of the editor that does not depend on what was loaded, chosen or reported. */
export function editorExtensions(languageId: LanguageId, languageName: string): Extension {
  return [
    leaveWithTab,
    lintGutter(),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    history(),
    foldGutter(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(indentation.length),
    indentUnit.of(indentation),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ selectOnOpen: false }),
    EditorState.languageData.of(() => [{ autocomplete: wordCompletion(languageId) }]),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    search({ top: true }),
    editorColors,
    EditorView.contentAttributes.of({
      'aria-label': `${languageName} program`,
      'aria-describedby': 'editor-keys',
      spellcheck: 'false',
      autocapitalize: 'off',
      translate: 'no',
    }),
    keymap.of([
      { key: 'Tab', run: takeSuggestion },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}
