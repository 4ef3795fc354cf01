import { Compartment, EditorState, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  highlightSpecialChars,
  lineNumbers,
} from '@codemirror/view';
import { findLanguageNamed } from '@vlabs/contract/runs/languages';
import { loadLanguageSupport } from '../../platform/grammars.ts';
import { EDITOR_COLORS } from '../editor/editor-colors.ts';

/** Lines of the shown text, from 1; null if it is not in this text. */
export interface Marks {
  /** About to run. */
  next: number | null;
  /** Has just run. */
  past: number | null;
}

const setMarks = StateEffect.define<Marks>();

class Sign extends GutterMarker {
  readonly #sign: string;

  constructor(sign: string) {
    super();
    this.#sign = sign;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof Sign && other.#sign === this.#sign;
  }

  override toDOM(): Node {
    return document.createTextNode(this.#sign);
  }
}

const NEXT = new Sign('▶');
const PAST = new Sign('▷');
const nextLine = Decoration.line({ class: 'cm-step-next' });
const pastLine = Decoration.line({ class: 'cm-step-past' });

interface Drawn {
  lines: DecorationSet;
  signs: RangeSet<GutterMarker>;
}

const NOTHING: Drawn = { lines: Decoration.none, signs: RangeSet.empty };

const marksField = StateField.define<Drawn>({
  create: () => NOTHING,
  update: (drawn, { effects, state }) => {
    const wanted = effects.findLast((effect) => effect.is(setMarks));
    return wanted?.is(setMarks) ? drawMarks(state, wanted.value) : drawn;
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

function drawMarks(state: EditorState, { next, past }: Marks): Drawn {
  const startOf = (line: number | null) =>
    line !== null && line >= 1 && line <= state.doc.lines ? state.doc.line(line).from : null;
  const [from, before] = [startOf(next), startOf(past)];
  const lines = [];
  const signs = [];
  if (from !== null) {
    lines.push(nextLine.range(from));
    signs.push(NEXT.range(from));
  }
  if (before !== null && before !== from) {
    lines.push(pastLine.range(before));
    signs.push(PAST.range(before));
  }
  return { lines: Decoration.set(lines, true), signs: RangeSet.of(signs, true) };
}

const look = EditorView.theme({
  '.cm-step-signs': { width: '1.4em', color: 'var(--vlabs-focus)' },
  '.cm-step-signs .cm-gutterElement': { textAlign: 'center' },
  '.cm-step-next': {
    backgroundColor: 'var(--step-next)',
    boxShadow: 'inset 3px 0 0 var(--vlabs-focus)',
  },
  '.cm-step-past': { backgroundColor: 'var(--step-past)' },
  '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
});

/** The text of a program that does not change, with the lines of the current step. */
export class SteppedCode {
  readonly #view: EditorView;
  readonly #language = new Compartment();
  readonly #scheme = new Compartment();
  readonly #onLine: (line: number) => void;
  #text: string | null = null;

  /** @param onLine gets the number of a line whose number was pressed */
  constructor(parent: HTMLElement, language: string, onLine: (line: number) => void) {
    this.#onLine = onLine;
    this.#view = new EditorView({ parent, state: this.#makeState('') });
    // Without the grammar the program is plain text.
    this.#loadLanguage(language).catch(reportError);
  }

  show(text: string, name: string): void {
    if (this.#text === text) return;
    this.#text = text;
    const { state } = this.#view;
    this.#view.dispatch({ changes: { from: 0, to: state.doc.length, insert: text } });
    this.#view.contentDOM.setAttribute('aria-label', name);
  }

  mark(marks: Marks): void {
    const { doc } = this.#view.state;
    const line = marks.next ?? marks.past;
    const isThere = line !== null && line >= 1 && line <= doc.lines;
    this.#view.dispatch({
      effects: [
        setMarks.of(marks),
        ...(isThere
          ? [EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest', yMargin: 36 })]
          : []),
      ],
    });
  }

  setDark(isDark: boolean): void {
    this.#view.dispatch({ effects: this.#scheme.reconfigure(EditorView.darkTheme.of(isDark)) });
  }

  close(): void {
    this.#view.destroy();
  }

  async #loadLanguage(key: string): Promise<void> {
    const language = findLanguageNamed(key);
    if (!language) return;
    const support = await loadLanguageSupport(language.id);
    this.#view.dispatch({ effects: this.#language.reconfigure(support) });
  }

  #makeState(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        marksField,
        gutter({
          class: 'cm-step-signs',
          markers: (view) => view.state.field(marksField).signs,
          initialSpacer: () => NEXT,
        }),
        lineNumbers({
          domEventHandlers: {
            mousedown: (view, { from }) => {
              this.#onLine(view.state.doc.lineAt(from).number);
              return true;
            },
          },
        }),
        highlightSpecialChars(),
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({
          'aria-readonly': 'true',
          tabindex: '0',
          translate: 'no',
        }),
        EDITOR_COLORS,
        look,
        this.#language.of([]),
        this.#scheme.of([]),
      ],
    });
  }
}
