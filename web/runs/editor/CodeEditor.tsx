import type { LanguageId } from '@vlabs/contract/runs/languages';
import type { Diagnostic } from '@vlabs/contract/runs/runs';
import { useComputedColorScheme } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import classes from './CodeEditor.module.css';
import { type ProgramDocument, ProgramEditor, type TypedElsewhere } from './program-editor.ts';

export interface CodeEditorHandle {
  focus: () => void;
  /** Inserts a character at the cursor, as if it was typed. */
  typeSymbol: (text: string) => void;
  goTo: (diagnostic: Diagnostic) => void;
}

export interface CodeEditorProps {
  document: ProgramDocument;
  fromElsewhere: TypedElsewhere | null;
  diagnostics: readonly Diagnostic[];
  fontSize: number;
  /** The id of the text that tells the keys. */
  describedBy: string;
  isReadOnly?: boolean;
  onTyped: (languageId: LanguageId, text: string) => void;
  handle: Ref<CodeEditorHandle>;
}

/** CodeMirror. It holds the text itself, so a key press does not render the page. */
export function CodeEditor({
  document,
  fromElsewhere,
  diagnostics,
  fontSize,
  describedBy,
  isReadOnly = false,
  onTyped,
  handle,
}: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<ProgramEditor>(null);
  const latestOnTyped = useRef(onTyped);
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    latestOnTyped.current = onTyped;
  }, [onTyped]);

  useEffect(() => {
    if (!parent.current) return undefined;
    const opened = new ProgramEditor(parent.current, describedBy, (languageId, text) =>
      latestOnTyped.current(languageId, text),
    );
    editor.current = opened;
    return () => opened.close();
  }, [describedBy]);

  useEffect(() => {
    editor.current?.show(document);
    editor.current?.mark(diagnostics);
  }, [document, diagnostics]);
  useEffect(() => {
    if (fromElsewhere) editor.current?.replaceText(fromElsewhere.key, fromElsewhere.text);
  }, [fromElsewhere]);
  useEffect(() => {
    editor.current?.setDark(isDark);
  }, [isDark]);
  useEffect(() => {
    editor.current?.setReadOnly(isReadOnly);
  }, [isReadOnly]);
  useEffect(() => {
    parent.current?.style.setProperty('--code-font-size', `${fontSize}px`);
    editor.current?.measureAgain();
  }, [fontSize]);

  useImperativeHandle(
    handle,
    () => ({
      focus: () => editor.current?.focus(),
      typeSymbol: (text) => editor.current?.typeSymbol(text),
      goTo: (diagnostic) => editor.current?.goTo(diagnostic),
    }),
    [],
  );

  return <div ref={parent} className={classes.editor} />;
}
