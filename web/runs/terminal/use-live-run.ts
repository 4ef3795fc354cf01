import { type RefObject, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { idle, isBusy, nextRunState, type RunOrder, type RunState } from '../running/run-state.ts';
import { follow } from '../running/use-run.ts';
import { LiveRun } from './live-run.ts';
import type { TerminalScreen } from './terminal-screen.ts';
import { statusLine } from '../running/status-line.ts';

/** Figures below the terminal, updated a few times a second. */
export interface Printed {
  bytes: number;
  /** The first lines were dropped from the scrollback. */
  isCut: boolean;
}

const NOTHING_PRINTED: Printed = { bytes: 0, isCut: false };
const TELL_MS = 250;

export interface UseLiveRun {
  state: RunState;
  printed: Printed;
  start: (order: RunOrder) => void;
  stop: () => void;
  checkAgain: () => void;
  dismiss: () => void;
  /** Called with the terminal once it is ready, and with null when it is unmounted. */
  onScreen: (screen: TerminalScreen | null) => void;
}

/** Runs one program at a time in the page's terminal. */
export function useLiveRun(assignment: string): UseLiveRun {
  const [state, dispatch] = useReducer(nextRunState, idle);
  const [printed, setPrinted] = useState(NOTHING_PRINTED);
  const { screen, onScreen, ready } = useScreen();
  const live = useRef<LiveRun>(null);
  const following = useRef<AbortController>(null);
  useAnnounceEnding(state, screen);
  useLeaving(live, following);

  const followToEnd = useCallback((token: string) => {
    const controller = new AbortController();
    following.current = controller;
    void follow(token, controller.signal, dispatch);
  }, []);
  const busy = isBusy(state);
  const start = useCallback(
    (order: RunOrder) => {
      if (busy) return;
      if (order.source.trim() === '') {
        dispatch({ type: 'failed', failure: 'empty', detail: null });
        return;
      }
      following.current?.abort();
      dispatch({ type: 'sent', order });
      setPrinted(NOTHING_PRINTED);
      // The terminal is loaded on first use, so the program may have to wait for it.
      void ready.current.promise.then((opened) => {
        const count = countPrinted(opened, setPrinted);
        const onEnded = (token: string | null) => {
          count.end();
          live.current = null;
          if (token !== null) followToEnd(token);
        };
        live.current = new LiveRun({
          order,
          assignment,
          screen: opened,
          dispatch,
          onShown: count.add,
          onEnded,
        });
      });
    },
    [busy, ready, followToEnd, assignment],
  );
  const stop = useCallback(() => {
    dispatch({ type: 'stop-asked' });
    live.current?.stop();
  }, []);
  const lostToken = state.step === 'failed' ? state.following?.token : undefined;
  const checkAgain = useCallback(() => {
    if (lostToken === undefined) return;
    dispatch({ type: 'asked-again' });
    followToEnd(lostToken);
  }, [lostToken, followToEnd]);
  const dismiss = useCallback(() => dispatch({ type: 'dismissed' }), []);

  return { state, printed, start, stop, checkAgain, dismiss, onScreen };
}

function useScreen() {
  const [screen, setScreen] = useState<TerminalScreen | null>(null);
  const ready = useRef(Promise.withResolvers<TerminalScreen>());
  const onScreen = useCallback((opened: TerminalScreen | null) => {
    if (opened) ready.current.resolve(opened);
    else ready.current = Promise.withResolvers();
    setScreen(opened);
  }, []);
  return { screen, onScreen, ready };
}

/** Leaving the page stops the program. */
function useLeaving(
  live: RefObject<LiveRun | null>,
  following: RefObject<AbortController | null>,
): void {
  useEffect(
    () => () => {
      live.current?.close();
      following.current?.abort();
    },
    [live, following],
  );
}

function countPrinted(screen: TerminalScreen, report: (printed: Printed) => void) {
  let bytes = 0;
  const say = () => report({ bytes, isCut: screen.hasLostLines });
  const timer = setInterval(say, TELL_MS);
  return {
    add: (more: number) => {
      bytes += more;
    },
    end: () => {
      clearInterval(timer);
      say();
    },
  };
}

/** Writes below the output how the program ended. */
function useAnnounceEnding(state: RunState, screen: TerminalScreen | null): void {
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
