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
import { EditorState, type Extension, Prec, type Text } from '@codemirror/state';
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
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { needsSymbols } from '../layout/use-room.ts';
import { EDITOR_COLORS } from './editor-colors.ts';
import { wordCompletion } from './word-completion.ts';

/** Four spaces, as courses in all four languages use. */
const INDENTATION = '    ';
/** Enough to know how a program is written. */
const MAX_LINES = 1000;
const WIDEST = 8;

/**
 * The indentation that a program uses already, so that a new line is never a mix: Python refuses tabs beside spaces.
 * Lines with one space are those of comments.
 */
export function indentationOf(program: Text): string {
  let tabs = 0;
  let spaces = 0;
  let narrowest = WIDEST;
  for (let number = 1; number <= Math.min(program.lines, MAX_LINES); number++) {
    const { text } = program.line(number);
    if (text.startsWith('\t')) tabs += 1;
    const width = text.search(/[^ ]/);
    if (width < 2) continue;
    spaces += 1;
    narrowest = Math.min(narrowest, width);
  }
  if (tabs > spaces) return '\t';
  return spaces === 0 ? INDENTATION : ' '.repeat(narrowest);
}

/**
 * Enter always breaks the line. Tab accepts a suggestion; Enter accepts one only after it was
 * selected with the arrow keys.
 */
function takeSuggestion(view: EditorView): boolean {
  if (currentCompletions(view.state).length === 0) return false;
  if (!selectedCompletion(view.state)) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}

/** Time to press Tab after Escape. */
const LEAVING_MS = 2000;

/** After Escape, Tab leaves the editor, even if Escape also closed something. */
const leaveWithTab = Prec.highest(
  keymap.of([
    {
      key: 'Escape',
      run: (view) => {
        view.setTabFocusMode(LEAVING_MS);
        return false;
      },
    },
  ]),
);

/** The row of symbols, which may cover the lower edge of the editor, and some space. */
const SYMBOLS_HEIGHT = 52;

/** Extensions that do not depend on the document, the language or the diagnostics. */
export function editorExtensions(
  languageId: LanguageId,
  languageName: string,
  describedBy: string,
): Extension {
  // One constant object: CodeMirror discards answers from a source that it does not recognise.
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
    EditorState.tabSize.of(INDENTATION.length),
    indentUnit.compute(['doc'], ({ doc }) => indentationOf(doc)),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    // No suggestion is selected by default, so there is no need to delay keys.
    autocompletion({ selectOnOpen: false, interactionDelay: 0 }),
    EditorState.languageData.of(() => suggestions),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    EditorView.scrollMargins.of(() => (needsSymbols() ? { bottom: SYMBOLS_HEIGHT } : null)),
    EDITOR_COLORS,
    EditorView.contentAttributes.of({
      'aria-label': `${languageName} program`,
      'aria-describedby': describedBy,
      spellcheck: 'false',
      autocapitalize: 'off',
      translate: 'no',
      // Stated explicitly for screen readers, which need not infer that the editor takes focus.
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
