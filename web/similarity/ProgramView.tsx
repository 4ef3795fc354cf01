import { useComputedColorScheme } from '@mantine/core';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import type { LanguageId } from '@vlabs/contract/runs/languages';
import { useEffect, useRef } from 'react';
import { EDITOR_COLORS } from '../runs/editor/editor-colors.ts';
import { loadLanguageSupport } from '../platform/grammars.ts';
import { chooseMark, sharedMarks } from './marks.ts';
import { type Range, withPlainBreaks } from './marked-text.ts';
import classes from './TwoPrograms.module.css';

interface ProgramViewProps {
  name: string;
  text: string;
  languageId: LanguageId;
  /** Shared parts, one per match, in any order. */
  ranges: readonly Range[];
  chosen: number;
  onChoose: (place: number) => void;
}

/** A read-only program with its shared parts marked; the selected one is scrolled into view. */
export function ProgramView(props: ProgramViewProps) {
  const { name, text, languageId, ranges, chosen, onChoose } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<{ view: EditorView; ranges: Range[] } | null>(null);
  const wanted = useRef(chosen);
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    wanted.current = chosen;
    if (editor.current) show(editor.current, chosen);
  }, [chosen]);

  useEffect(() => {
    const place = parent.current;
    if (!place) return undefined;
    let isWanted = true;
    const open = async () => {
      // The program is readable without its grammar, too.
      const language = await loadLanguageSupport(languageId).catch(() => []);
      if (!isWanted) return;
      const plain = withPlainBreaks(text, ranges);
      const view = new EditorView({
        doc: plain.text,
        parent: place,
        extensions: [
          lineNumbers(),
          EDITOR_COLORS,
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
          EditorView.darkTheme.of(isDark),
          sharedMarks(plain.ranges, onChoose),
          language,
        ],
      });
      editor.current = { view, ranges: plain.ranges };
      show(editor.current, wanted.current);
    };
    open().catch(reportError);
    return () => {
      isWanted = false;
      editor.current?.view.destroy();
      editor.current = null;
    };
  }, [name, text, languageId, ranges, onChoose, isDark]);

  return (
    <figure className={classes.program} aria-label={name}>
      <figcaption className={classes.name}>{name}</figcaption>
      <div ref={parent} className={classes.text} />
    </figure>
  );
}

function show({ view, ranges }: { view: EditorView; ranges: Range[] }, chosen: number): void {
  const from = ranges[chosen]?.from;
  if (from === undefined) return;
  view.dispatch({
    effects: [
      chooseMark.of(chosen),
      EditorView.scrollIntoView(from, { y: 'start', yMargin: 24, x: 'nearest' }),
    ],
  });
}
