import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import '../../ui/text/code-colors.css';
import { codeColor, codeTags } from '../../ui/text/code-tags.ts';

/** Colours are CSS variables, so both colour schemes share one style. */
const highlightStyle = HighlightStyle.define([
  ...codeTags.map(({ name, tag }) => ({ tag, color: codeColor(name) })),
  { tag: tags.invalid, color: 'var(--mantine-color-error)' },
]);

const surface = EditorView.theme({
  '&': {
    height: '100%',
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--code-surface)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    fontSize: 'var(--code-font-size)',
    lineHeight: '1.55',
    // Ligatures hide the characters that the program contains.
    fontVariantLigatures: 'none',
  },
  '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '10px 0' },
  '.cm-cursor, .cm-dropCursor': {
    borderLeftColor: 'var(--mantine-color-text)',
    borderLeftWidth: '2px',
  },
  '.cm-gutters': {
    backgroundColor: 'var(--code-surface)',
    color: 'var(--mantine-color-dimmed)',
    border: 'none',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '2.6em' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--code-active-line)' },
  '.cm-activeLineGutter': { color: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    {
      backgroundColor: 'var(--code-selection)',
    },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--code-match)',
    outline: '1px solid var(--mantine-color-dimmed)',
  },
  '.cm-panels': {
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    borderColor: 'var(--mantine-color-default-border)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--mantine-color-default-border)' },
  '.cm-panel.cm-search': { fontFamily: 'var(--mantine-font-family)', padding: '8px 32px 8px 10px' },
  '.cm-panel.cm-search label': { fontSize: '13px', display: 'inline-flex', alignItems: 'center' },
  '.cm-textfield': {
    fontSize: '13px',
    padding: '4px 8px',
    borderRadius: '6px',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--vlabs-field-border)',
  },
  '.cm-button': {
    fontSize: '13px',
    padding: '4px 10px',
    borderRadius: '6px',
    backgroundImage: 'none',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
  },
  '.cm-panel.cm-search [name=close]': { width: '28px', height: '28px', color: 'inherit' },
  '.cm-tooltip': {
    color: 'var(--mantine-color-text)',
    backgroundColor: 'var(--mantine-color-body)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '6px',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--mantine-primary-color-filled)',
    color: '#fff',
  },
  '.cm-diagnostic': {
    fontFamily: 'var(--mantine-font-family)',
    padding: '6px 10px',
    maxWidth: '60ch',
  },
});

export const EDITOR_COLORS: Extension = [surface, syntaxHighlighting(highlightStyle)];
