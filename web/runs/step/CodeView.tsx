import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import editorClasses from '../editor/CodeEditor.module.css';
import paneClasses from '../layout/Pane.module.css';
import classes from './CodeView.module.css';
import { type Marks, SteppedCode } from './stepped-code.ts';

interface CodeViewProps {
  /** Null if the text of the file is not known. */
  text: string | null;
  fileName: string;
  language: string;
  marks: Marks;
  onLine: (line: number) => void;
}

/** The program with the lines of the current step. It is mounted again for another language. A press on a line's number goes to its next visit. */
export function CodeView({ text, fileName, language, marks, onLine }: CodeViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const code = useRef<SteppedCode>(null);
  const latestOnLine = useRef(onLine);
  const isDark = useComputedColorScheme('light') === 'dark';
  const { next, past } = marks;

  useEffect(() => {
    latestOnLine.current = onLine;
  }, [onLine]);
  useEffect(() => {
    if (!parent.current) return undefined;
    const opened = new SteppedCode(parent.current, language, (line) => latestOnLine.current(line));
    code.current = opened;
    return () => opened.close();
  }, [language]);
  useEffect(() => {
    code.current?.show(text ?? '', `${fileName}, read only`);
    code.current?.mark({ next, past });
  }, [text, fileName, next, past]);
  useEffect(() => {
    code.current?.setDark(isDark);
  }, [isDark]);

  return (
    <>
      {text === null && <p className={paneClasses.quiet}>The text of this file is not shown.</p>}
      <div
        ref={parent}
        hidden={text === null}
        className={`${editorClasses.editor ?? ''} ${classes.code ?? ''}`}
      />
    </>
  );
}
