import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { getLanguage, type LanguageId, programmingLanguages } from './languages.ts';
import type { ProgramDocument } from './program-editor.ts';
import { openProgramStore, type ProgramStore } from './program-store.ts';

export interface TypedElsewhere {
  key: string;
  languageId: LanguageId;
  text: string;
}

interface UseProgram {
  /** What the editor shows first for this language. */
  document: ProgramDocument;
  /** The same program, as it was last typed in another tab of this browser. */
  fromOtherTab: TypedElsewhere | null;
  chooseLanguage: (languageId: LanguageId) => void;
  keepProgram: (languageId: LanguageId, text: string) => void;
  /** The text as it stands now; typing does not draw the page again. */
  currentSource: () => string;
  input: string;
  changeInput: (text: string) => void;
  /** False once the browser has refused to keep what was typed. */
  isKept: boolean;
}

/** What one person writes: kept in this browser with every change. */
export function useProgram(userId: string): UseProgram {
  const [store] = useState(() => openProgramStore(window.localStorage, userId));
  const [texts] = useState(() => new Map<LanguageId, string>());
  const [languageId, setLanguageId] = useState(() => store.readLanguageId());
  const [input, setInput] = useState(() => store.readInput());
  const [isKept, setIsKept] = useState(true);
  const [fromOtherTab, setFromOtherTab] = useState<TypedElsewhere | null>(null);

  const textOf = useCallback(
    (id: LanguageId) => texts.get(id) ?? store.readProgram(id) ?? getLanguage(id).starter,
    [store, texts],
  );

  const document = useMemo(
    () => ({ key: store.programKey(languageId), languageId, readText: () => textOf(languageId) }),
    [store, languageId, textOf],
  );

  const chooseLanguage = useCallback(
    (id: LanguageId) => {
      setLanguageId(id);
      setIsKept(store.keepLanguageId(id));
    },
    [store],
  );

  const keepProgram = useCallback(
    (id: LanguageId, text: string) => {
      // Also held here, so that a browser without storage still runs what is on the screen.
      texts.set(id, text);
      setIsKept(store.keepProgram(id, text));
    },
    [store, texts],
  );

  const changeInput = useCallback(
    (text: string) => {
      setInput(text);
      setIsKept(store.keepInput(text));
    },
    [store],
  );

  useOtherTab(store, setInput, (typed) => {
    texts.set(typed.languageId, typed.text);
    setFromOtherTab(typed);
  });

  return {
    document,
    fromOtherTab,
    chooseLanguage,
    keepProgram,
    currentSource: () => textOf(languageId),
    input,
    changeInput,
    isKept,
  };
}

/** What is typed in another tab of this browser comes here at once, so that neither undoes the other. */
function useOtherTab(
  store: ProgramStore,
  onInput: (input: string) => void,
  onProgram: (typed: TypedElsewhere) => void,
): void {
  useWindowEvent('storage', ({ key, newValue }) => {
    // Storage that was emptied elsewhere takes nothing away from what is on the screen.
    if (key === null || newValue === null) return;
    if (key === store.inputKey) onInput(newValue);
    const typed = programmingLanguages.find(({ id }) => store.programKey(id) === key);
    if (typed) onProgram({ key, languageId: typed.id, text: newValue });
  });
}
