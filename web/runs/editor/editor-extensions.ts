import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  currentCompletions,
  moveCompletionSelection,
  selectedCompletion,
  completeAnyWord,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
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
import { type LanguageId, type Language, requireLanguage } from '@vlabs/contract/runs/languages';
import { needsSymbols } from '../layout/use-room.ts';
import { EDITOR_COLORS } from './editor-colors.ts';

const words = (list: string) => list.trim().split(/\s+/);

const cWords = words(`
  auto break case char const continue default do double else enum extern float for goto if inline int long register
  restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
  include define bool true false NULL size_t main printf scanf fgets puts putchar getchar malloc calloc realloc free
  strlen strcmp strcpy strncpy strcat memset memcpy qsort atoi abs sqrt pow stdio stdlib string stdbool stdint limits
`);

const cppWords = words(`
  alignas alignof auto bool break case catch char class const constexpr continue decltype default delete do double
  else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
  nullptr operator override private protected public return short signed sizeof static static_cast struct switch
  template this throw true try typedef typename union unsigned using virtual void volatile while
  include define std iostream vector string map set unordered_map unordered_set queue priority_queue stack deque pair
  tuple array algorithm numeric utility cmath climits iomanip sstream cout cin cerr endl getline push_back emplace_back
  begin end size empty clear insert erase find sort reverse unique lower_bound upper_bound swap min max accumulate
  make_pair to_string stoi setprecision fixed main
`);

const javaWords = words(`
  abstract assert boolean break byte case catch char class const continue default do double else enum extends false
  final finally float for if implements import instanceof int interface long native new null package private protected
  public record return short static strictfp super switch synchronized this throw throws transient true try var void
  volatile while
  String System StringBuilder Integer Long Double Character Boolean Object Math Scanner BufferedReader
  InputStreamReader IOException Exception RuntimeException List ArrayList LinkedList Map HashMap TreeMap Set HashSet
  TreeSet Queue PriorityQueue Deque ArrayDeque Stack Arrays Collections Iterator Comparator Optional Main main args
  println printf print length charAt substring equals hashCode toString nextInt nextLine hasNext hasNextInt parseInt
  valueOf add get put remove contains containsKey getOrDefault isEmpty sort format java util
`);

/** CodeMirror's Python package already completes keywords and built-in names. */
const pythonWords: string[] = [];

const WORDS_BY_LANGUAGE: Record<Language, readonly string[]> = {
  c: cWords,
  cpp: cppWords,
  java: javaWords,
  python: pythonWords,
};

/** Keywords and the standard library names of a first course. */
export const languageWords = (languageId: LanguageId): readonly string[] =>
  WORDS_BY_LANGUAGE[requireLanguage(languageId).key];

/** Syntax nodes in which nothing is suggested. */
const PROSE_NODES = ['String', 'RawString', 'LineComment', 'BlockComment', 'Comment'];
const SHORTEST_WORD = 2;

/** Suggests the language's words and the words of the program. */
export function wordCompletion(languageId: LanguageId): CompletionSource {
  const known = languageWords(languageId);
  const knownOptions = known.map((label) => ({ label, type: 'keyword' }));

  return ifNotIn(PROSE_NODES, async (context: CompletionContext) => {
    const typed = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]{0,249}$/u);
    if (!typed || (typed.text.length < SHORTEST_WORD && !context.explicit)) return null;
    const written: CompletionResult | null = await completeAnyWord(context);
    const isNew = (label: string) => label !== typed.text;
    const ownOptions = (written?.options ?? []).filter(
      ({ label }) => isNew(label) && !known.includes(label),
    );
    return {
      from: typed.from,
      options: [...knownOptions.filter(({ label }) => isNew(label)), ...ownOptions],
      validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u,
    };
  });
}

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
