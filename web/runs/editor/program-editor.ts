import { type LanguageId, requireLanguage } from '@vlabs/contract/runs/languages';
import type { Diagnostic as ProgramDiagnostic } from '@vlabs/contract/runs/runs';
import { insertBracket } from '@codemirror/autocomplete';
import { type Diagnostic, forEachDiagnostic, setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import { EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { editorExtensions } from './editor-extensions.ts';
import { loadLanguageSupport } from '../../platform/grammars.ts';

/** One document of the editor: a language of one user, for one assignment. */
export interface ProgramDocument {
  key: string;
  languageId: LanguageId;
  /** The current text, which may be newer than the editor's when the document is reopened. */
  readText: () => string;
  /** Attributes of the editable element, such as its label, in place of the usual ones. */
  attributes?: Readonly<Record<string, string>>;
}

/** A new text of a document, from another tab, another device or the history. */
export interface TypedElsewhere {
  key: string;
  languageId: LanguageId;
  text: string;
}

const fromElsewhere = Annotation.define<boolean>();

/** CodeMirror with one visible document; the others are kept with their state. */
export class ProgramEditor {
  readonly #view: EditorView;
  readonly #describedBy: string;
  readonly #onTyped: (languageId: LanguageId, text: string) => void;
  readonly #language = new Compartment();
  readonly #scheme = new Compartment();
  readonly #access = new Compartment();
  readonly #search = new Compartment();
  #loadedSearch: Extension | null = null;
  readonly #shelf = new Map<string, EditorState>();
  readonly #placed = new Map<ProgramDiagnostic, Diagnostic>();
  #shown: ProgramDocument | null = null;
  #isDark = false;
  #isReadOnly = false;

  constructor(
    parent: HTMLElement,
    describedBy: string,
    onTyped: (languageId: LanguageId, text: string) => void,
  ) {
    this.#describedBy = describedBy;
    this.#onTyped = onTyped;
    this.#view = new EditorView({ parent });
  }

  /** Shows a document. One shown before keeps its cursor and undo history. */
  show(document: ProgramDocument): void {
    if (this.#shown?.key === document.key) return;
    if (this.#shown) this.#shelf.set(this.#shown.key, this.#view.state);
    this.#shown = document;
    const kept = this.#shelf.get(document.key);
    // Its text may have changed meanwhile.
    const isCurrent = kept?.doc.toString() === document.readText();
    this.#view.setState(kept && isCurrent ? kept : this.#makeState(document));
    this.setDark(this.#isDark);
    this.setReadOnly(this.#isReadOnly);
    this.#view.dispatch({ effects: this.#search.reconfigure(this.#loadedSearch ?? []) });
    // Without the grammar the program is plain text; editing and running still work.
    this.#loadLanguage(document).catch(reportError);
  }

  /** Replaces the text without reporting it as typed; undo restores the old text. */
  replaceText(key: string, text: string): void {
    this.#shelf.delete(key);
    const { state } = this.#view;
    if (this.#shown?.key !== key || state.doc.toString() === text) return;
    this.#view.dispatch({
      changes: { from: 0, to: state.doc.length, insert: text },
      annotations: fromElsewhere.of(true),
    });
  }

  mark(diagnostics: readonly ProgramDiagnostic[]): void {
    const { state } = this.#view;
    this.#placed.clear();
    for (const diagnostic of diagnostics) {
      this.#placed.set(diagnostic, placeDiagnostic(diagnostic, state.doc));
    }
    this.#view.dispatch(setDiagnostics(state, [...this.#placed.values()]));
  }

  /** Moves the cursor to the diagnostic's text, wherever edits have moved it. */
  goTo(diagnostic: ProgramDiagnostic): void {
    const target = this.#placed.get(diagnostic);
    let anchor: number | null = null;
    forEachDiagnostic(this.#view.state, (candidate, from) => {
      if (candidate === target) anchor = from;
    });
    if (anchor !== null) this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  setDark(isDark: boolean): void {
    this.#isDark = isDark;
    this.#view.dispatch({ effects: this.#scheme.reconfigure(EditorView.darkTheme.of(isDark)) });
  }

  /** The text can still be selected and copied. */
  setReadOnly(isReadOnly: boolean): void {
    this.#isReadOnly = isReadOnly;
    this.#view.dispatch({
      effects: this.#access.reconfigure(EditorState.readOnly.of(isReadOnly)),
    });
  }

  /** Inserts a character at the cursor, as if it was typed: brackets and quotes are closed. */
  typeSymbol(text: string): void {
    const { state } = this.#view;
    if (state.readOnly) return;
    const typed = { userEvent: 'input.type', scrollIntoView: true };
    this.#view.dispatch(
      insertBracket(state, text) ?? state.update(state.replaceSelection(text), typed),
    );
  }

  measureAgain(): void {
    this.#view.requestMeasure();
  }

  focus(): void {
    this.#view.focus();
  }

  close(): void {
    this.#view.destroy();
  }

  #makeState({ languageId, readText, attributes = {} }: ProgramDocument): EditorState {
    const text = readText();
    return EditorState.create({
      doc: text,
      selection: { anchor: text.length },
      extensions: [
        EditorView.contentAttributes.of(attributes),
        editorExtensions(languageId, requireLanguage(languageId).name, this.#describedBy),
        this.#language.of([]),
        this.#search.of(this.#loadedSearch ?? []),
        this.#searchWhenWanted,
        this.#scheme.of(EditorView.darkTheme.of(this.#isDark)),
        this.#access.of(EditorState.readOnly.of(this.#isReadOnly)),
        EditorView.updateListener.of((update) => this.#publish(update)),
      ],
    });
  }

  /** Search is large and rarely needed at once, so it is loaded on the first focus. */
  readonly #searchWhenWanted = [
    EditorView.domEventHandlers({
      focus: () => {
        // Editing works without it; the shortcut tries to load it again.
        this.#loadSearch().catch(() => undefined);
      },
    }),
    keymap.of([
      {
        key: 'Mod-f',
        run: (view) => {
          this.#openSearch(view).catch(reportError);
          return true;
        },
      },
    ]),
  ];

  async #loadSearch(): Promise<void> {
    const { editorSearch } = await import('./editor-search.ts');
    if (this.#loadedSearch === editorSearch) return;
    this.#loadedSearch = editorSearch;
    this.#view.dispatch({ effects: this.#search.reconfigure(editorSearch) });
  }

  async #openSearch(view: EditorView): Promise<void> {
    // Keys typed before the search field appears belong to it, not to the program.
    if (this.#loadedSearch === null) view.contentDOM.blur();
    await this.#loadSearch();
    const { openSearch } = await import('./editor-search.ts');
    openSearch(view);
  }

  #publish(update: ViewUpdate): void {
    if (!update.docChanged || !this.#shown) return;
    if (update.transactions.some((transaction) => transaction.annotation(fromElsewhere))) return;
    this.#onTyped(this.#shown.languageId, update.state.doc.toString());
  }

  async #loadLanguage({ key, languageId }: ProgramDocument): Promise<void> {
    const support = await loadLanguageSupport(languageId);
    if (this.#shown?.key !== key) return;
    this.#view.dispatch({ effects: this.#language.reconfigure(support) });
  }
}

function placeDiagnostic(diagnostic: ProgramDiagnostic, text: Text): Diagnostic {
  const line = text.line(Math.min(diagnostic.line, text.lines));
  const severity = diagnostic.severity === 'note' ? 'info' : diagnostic.severity;
  const indentation = line.text.length - line.text.trimStart().length;
  const offset = Math.min((diagnostic.column ?? indentation + 1) - 1, line.length);
  const from = line.from + offset;
  const word = /^(?:[\p{L}\p{M}\p{N}_]+|.)/u.exec(line.text.slice(offset));
  const length = diagnostic.column === null ? line.length - offset : (word?.[0].length ?? 1);
  return {
    from,
    to: Math.min(from + length, line.to),
    severity,
    message: diagnostic.text,
  };
}
