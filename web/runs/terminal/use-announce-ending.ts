import { useEffect, useRef } from 'react';
import type { RunState } from '../running/run-state.ts';
import { statusLine } from '../running/status-line.ts';
import type { TerminalScreen } from './terminal-screen.ts';

/** Writes below the output how the program ended. */
export function useAnnounceEnding(state: RunState, screen: TerminalScreen | null): void {
  const reported = useRef<RunState>(null);
  useEffect(() => {
    if (state.step !== 'ended' || !screen || reported.current === state) return;
    reported.current = state;
    const { result } = state;
    if (result.compileOutput !== '') screen.showText(result.compileOutput);
    const { text } = statusLine(state);
    screen.end(`The program has ended: ${endingWords(text, result.message)}`);
  }, [state, screen]);
}

/** A reason that starts with the status replaces it. */
function endingWords(status: string, reason: string | null): string {
  if (reason === null) return `${status}.`;
  return reason.startsWith(status) ? `${reason}.` : `${status}. ${reason}.`;
}
