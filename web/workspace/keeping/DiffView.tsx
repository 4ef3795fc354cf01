import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { LanguageId } from '@vlabs/contract/running/languages';
import { useEffect, useRef } from 'react';
import classes from './DiffView.module.css';
import { editorColors } from '../editor/editor-colors.ts';
import { loadLanguageSupport } from '../editor/language-support.ts';

interface DiffViewProps {
  before: { name: string; text: string };
  after: { name: string; text: string };
  /** Null for texts that are no program. */
  languageId: LanguageId | null;
}

const narrow = '(max-width: 60rem)';
const unchanged = { margin: 3, minSize: 6 };
/** Two long texts that share nothing would take seconds to compare to the last character. */
const diffConfig = { scanLimit: 2000, timeout: 500 };

/** Two texts with what differs marked: side by side, or on a narrow screen one in the other. */
export function DiffView({ before, after, languageId }: DiffViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    const place = parent.current;
    if (!place) return undefined;
    let close: (() => void) | null = null;
    let isWanted = true;
    const open = async () => {
      // Without its grammar a program can be compared as well.
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
        collapseUnchanged: unchanged,
        diffConfig,
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
            collapseUnchanged: unchanged,
            diffConfig,
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
    editorColors,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    shared,
  ];
}
