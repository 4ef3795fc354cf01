import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  currentCompletions,
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
import type { LanguageId } from '@vlabs/contract/running/languages';
import { editorColors } from './editor-colors.ts';
import { wordCompletion } from './word-completion.ts';

/** All four languages are indented by four blanks in the courses that use them. */
const indentation = '    ';

/** Enter always breaks the line: a suggestion is taken with Tab, or with Enter once one moved onto it. */
function takeSuggestion(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
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
  // One and the same each time it is asked for: CodeMirror drops the answers of a source that it does not know again.
  const suggestions = [{ autocomplete: wordCompletion(languageId) }];
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
    // Nothing is chosen until one chooses, so a key need not wait in case it was meant for the line.
    autocompletion({ selectOnOpen: false, interactionDelay: 0 }),
    EditorState.languageData.of(() => suggestions),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    editorColors,
    EditorView.contentAttributes.of({
      'aria-label': `${languageName} program`,
      'aria-describedby': 'editor-keys',
      spellcheck: 'false',
      autocapitalize: 'off',
      translate: 'no',
      // Said outright: a reader of the page need not know that what can be edited can be reached.
      tabindex: '0',
    }),
    keymap.of([
      { key: 'Tab', run: takeSuggestion },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      indentWithTab,
    ]),
  ];
}
