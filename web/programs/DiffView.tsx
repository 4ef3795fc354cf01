import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { useEffect, useRef } from 'react';
import classes from './DiffView.module.css';
import { EDITOR_COLORS } from '../runs/editor/editor-colors.ts';
import { loadLanguageSupport } from '../platform/grammars.ts';

interface DiffViewProps {
  before: { name: string; text: string };
  after: { name: string; text: string };
  /** Null for texts that are not programs. */
  languageId: LanguageId | null;
}

const NARROW = '(max-width: 60rem)';
const UNCHANGED = { margin: 3, minSize: 6 };
/** Limits the comparison: two long, unrelated texts would take seconds. */
const DIFF_CONFIG = { scanLimit: 2000, timeout: 500 };

/** A diff of two texts: side by side, or inline on a narrow screen. */
export function DiffView({ before, after, languageId }: DiffViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    const place = parent.current;
    if (!place) return undefined;
    let close: (() => void) | null = null;
    let isWanted = true;
    const open = async () => {
      // Without the grammar, the diff has no highlighting.
      const language =
        languageId === null ? [] : await loadLanguageSupport(languageId).catch(() => []);
      if (isWanted) close = show(place, [language, EditorView.darkTheme.of(isDark)]);
    };
    const show = (target: HTMLElement, shared: Extension) =>
      isNarrow ? showInOne(target, shared) : showBeside(target, shared);
    const showBeside = (target: HTMLElement, shared: Extension) => {
      const view = new MergeView({
        a: { doc: before.text, extensions: readOnly(before.name, shared) },
        b: { doc: after.text, extensions: readOnly(after.name, shared) },
        parent: target,
        collapseUnchanged: UNCHANGED,
        diffConfig: DIFF_CONFIG,
      });
      return () => view.destroy();
    };
    const showInOne = (target: HTMLElement, shared: Extension) => {
      const view = new EditorView({
        doc: after.text,
        parent: target,
        extensions: [
          readOnly(after.name, shared),
          unifiedMergeView({
            original: before.text,
            mergeControls: false,
            collapseUnchanged: UNCHANGED,
            diffConfig: DIFF_CONFIG,
          }),
        ],
      });
      return () => view.destroy();
    };
    open().catch(reportError);
    return () => {
      isWanted = false;
      close?.();
    };
  }, [before.name, before.text, after.name, after.text, languageId, isNarrow, isDark]);

  return (
    <div className={classes.diff}>
      <p className={classes.names} data-beside={!isNarrow || undefined}>
        <span className={classes.before}>{before.name}</span>
        <span className={classes.after}>{after.name}</span>
      </p>
      <div ref={parent} className={classes.texts} />
    </div>
  );
}

function readOnly(name: string, shared: Extension): Extension {
  return [
    lineNumbers(),
    EDITOR_COLORS,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    shared,
  ];
}
