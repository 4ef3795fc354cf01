import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './TerminalPanel.module.css';
import { TerminalScreen } from './terminal-screen.ts';

export interface TerminalViewProps {
  isForScreenReader: boolean;
  onScreen: (screen: TerminalScreen | null) => void;
}

/** xterm, loaded when the terminal is first opened. */
export function TerminalView({ isForScreenReader, onScreen }: TerminalViewProps) {
  const parent = useRef<HTMLDivElement>(null);
  const screen = useRef<TerminalScreen>(null);
  const isDark = useComputedColorScheme('light') === 'dark';

  useEffect(() => {
    if (!parent.current) return undefined;
    const opened = new TerminalScreen(parent.current);
    screen.current = opened;
    onScreen(opened);
    return () => {
      onScreen(null);
      opened.close();
    };
  }, [onScreen]);
  useEffect(() => {
    screen.current?.setDark(isDark);
  }, [isDark]);
  useEffect(() => {
    screen.current?.setScreenReader(isForScreenReader);
  }, [isForScreenReader]);

  return <div ref={parent} className={classes.screen} />;
}
