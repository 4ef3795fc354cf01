import type { DraftPart } from '@vlabs/contract/programs/programs';
import { useCallback, useEffect, useRef, useState } from 'react';
import { subscribeToSession } from '../platform/storage/stored-session.ts';
import { type Divergence, DraftAutosave, type SaveState } from './draft-autosave.ts';
import type { ProgramStore } from './program-store.ts';

/** How often a visible page asks for drafts of other devices. */
const ASK_EVERY_MS = 60_000;
/** How long an empty editor waits for the server's draft. */
const LONGEST_WAIT_MS = 2000;

interface Options {
  store: ProgramStore;
  assignment: string;
  device: string;
  onTaken: (part: DraftPart, text: string) => void;
}

export interface UseDraftAutosave {
  state: SaveState;
  divergence: Divergence | null;
  /** Why earlier programs are closed, in a sentence; null if they are open. */
  shutBecause: string | null;
  /** The server has sent its drafts or did not answer in time. */
  isAsked: boolean;
  typed: (part: DraftPart) => void;
  flush: () => void;
  overheard: (part: DraftPart) => void;
  choose: (divergence: Divergence, choice: 'here' | 'elsewhere') => Promise<void>;
}

const BLANK: SaveState = { step: 'blank' };

/** Autosaves drafts while the page is open and refreshes them when the user returns. */
export function useDraftAutosave({
  store,
  assignment,
  device,
  onTaken,
}: Options): UseDraftAutosave {
  const autosave = useRef<DraftAutosave>(null);
  const [state, setState] = useState<SaveState>(BLANK);
  const [divergence, setDivergence] = useState<Divergence | null>(null);
  const [shutBecause, setShutBecause] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);

  useEffect(() => {
    const onChange = () => {
      setState((before) => (isSame(before, opened.state) ? before : opened.state));
      setShutBecause(opened.shutBecause);
      const found = opened.divergence;
      setDivergence((before) => (before?.kept === found?.kept ? before : found));
    };
    const opened = new DraftAutosave({ store, assignment, device, onChange, onTaken });
    autosave.current = opened;
    onChange();
    const isKnown = () => setIsAsked(true);
    void opened.refresh().then(isKnown);
    const timer = setTimeout(isKnown, LONGEST_WAIT_MS);
    const stop = watchReturns(opened);
    return () => {
      clearTimeout(timer);
      stop();
      opened.close();
    };
  }, [store, assignment, device, onTaken]);

  return {
    state,
    divergence,
    shutBecause,
    isAsked,
    typed: useCallback((part) => autosave.current?.typed(part), []),
    flush: useCallback(() => autosave.current?.flush(), []),
    overheard: useCallback((part) => autosave.current?.overheard(part), []),
    choose: useCallback(async (chosen, choice) => autosave.current?.choose(chosen, choice), []),
  };
}

/** Refreshes on focus, visibility and reconnect; sends everything when the page is hidden. */
function watchReturns(autosave: DraftAutosave): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const refresh = () => void autosave.refresh();
  const turn = () => (document.visibilityState === 'hidden' ? autosave.flush() : refresh());
  document.addEventListener('visibilitychange', turn, { signal });
  window.addEventListener('pagehide', () => autosave.flush(), { signal });
  window.addEventListener('online', refresh, { signal });
  window.addEventListener('focus', refresh, { signal });
  const timer = setInterval(
    () => document.visibilityState === 'visible' && refresh(),
    ASK_EVERY_MS,
  );
  const stopListening = subscribeToSession(refresh);
  return () => {
    ended.abort();
    clearInterval(timer);
    stopListening();
  };
}

function isSame(one: SaveState, other: SaveState): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
