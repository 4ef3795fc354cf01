import { type LanguageId, languages } from '@vlabs/contract/runs/languages';
import type { DraftPart } from '@vlabs/contract/programs/programs';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { starterOf } from '../platform/languages.ts';
import { type Inputs, parseInputs, writeInputs } from '../runs/inputs/inputs.ts';
import type { ProgramDocument, TypedElsewhere } from '../runs/editor/program-editor.ts';
import {
  DRAFT_PARTS,
  nameDevice,
  openProgramStore,
  programPart,
  type ProgramStore,
} from './program-store.ts';
import type { StarterCode } from './use-assignment.ts';
import { type UseDraftAutosave, useDraftAutosave } from './use-draft-autosave.ts';
import { personalStorage, watchPersonalStorage } from '../platform/storage/personal-storage.ts';
import { browserStorage } from '../platform/storage/browser-storage.ts';

export interface UseProgram {
  /** The editor's initial text for this language. */
  document: ProgramDocument;
  /** A new text of the same program, from another tab, another device or the history. */
  fromElsewhere: TypedElsewhere | null;
  chooseLanguage: (languageId: LanguageId) => void;
  /** Used while the student has not chosen a language. */
  suggestLanguage: (languageId: LanguageId) => void;
  keepProgram: (languageId: LanguageId, text: string) => void;
  /** Replaces the program as if it had been typed; undo restores the old one. */
  replaceProgram: (languageId: LanguageId, text: string) => void;
  /** The current text. Typing does not render the page. */
  currentSource: (languageId?: LanguageId) => string;
  inputs: Inputs;
  changeInputs: (inputs: Inputs) => void;
  /** False after the browser refused to store a change. */
  isKept: boolean;
  drafts: UseDraftAutosave;
  /** False while the server may have a text and this browser has none. */
  isReady: boolean;
  /** The text in this browser; '' if nothing was typed. */
  textOf: (part: DraftPart) => string;
}

interface Options {
  userId: string;
  assignment: string;
  /** The starter code; null if there is none, undefined while loading. */
  given: StarterCode | null | undefined;
}

/** What one user writes: stored in the browser on every change and on the server soon after. */
export function useProgram({ userId, assignment, given }: Options): UseProgram {
  const [store] = useState(() => openProgramStore(personalStorage(userId), assignment));
  const [device] = useState(() => nameDevice(browserStorage()));
  const { languageId, setLanguageId, suggestLanguage } = useLanguage(store);
  const [inputs, setInputs] = useState(() => parseInputs(store.readText('inputs')));
  const [isKept, setIsKept] = useState(true);
  const [fromElsewhere, setFromElsewhere] = useState<TypedElsewhere | null>(null);

  const show = useCallback(
    (part: DraftPart, text: string) => {
      if (part === 'inputs') setInputs(parseInputs(text));
      const typed = languages.find(({ id }) => programPart(id) === part);
      if (!typed) return;
      setFromElsewhere({ key: store.textKey(part), languageId: typed.id, text });
    },
    [store],
  );
  const drafts = useDraftAutosave({ store, assignment, device, onTaken: show });
  useOtherTab(userId, store, { onText: show, onSyncState: drafts.overheard });

  const sourceOf = useCallback(
    (id: LanguageId) =>
      store.readText(programPart(id)) ?? (given?.languageId === id ? given.text : starterOf(id)),
    [store, given],
  );
  const keep = (changed: DraftPart, text: string) => {
    setIsKept(store.keepText(changed, text));
    drafts.typed(changed);
  };
  const part = programPart(languageId);
  const document = useDocument(store.textKey(part), languageId, sourceOf);

  return {
    document,
    fromElsewhere,
    chooseLanguage: (id) => {
      drafts.flush();
      setLanguageId(id);
      setIsKept(store.keepLanguageId(id));
    },
    suggestLanguage,
    keepProgram: (id, text) => keep(programPart(id), text),
    replaceProgram: (id, text) => {
      keep(programPart(id), text);
      show(programPart(id), text);
    },
    currentSource: (id = languageId) => sourceOf(id),
    inputs,
    changeInputs: (changed) => {
      setInputs(changed);
      keep('inputs', writeInputs(changed));
    },
    isKept,
    drafts,
    isReady: store.readText(part) !== null || (drafts.isAsked && given !== undefined),
    textOf: (wanted) => store.readText(wanted) ?? '',
  };
}

function useDocument(
  key: string,
  languageId: LanguageId,
  sourceOf: (id: LanguageId) => string,
): ProgramDocument {
  return useMemo(
    () => ({ key, languageId, readText: () => sourceOf(languageId) }),
    [key, languageId, sourceOf],
  );
}

/** The student's choice of language, or until then the assignment's. */
function useLanguage(store: ProgramStore) {
  const [languageId, setLanguageId] = useState(() => store.readLanguageId());
  const suggestLanguage = useCallback(
    (id: LanguageId) => {
      if (!store.hasLanguageId()) setLanguageId(id);
    },
    [store],
  );
  return { languageId, setLanguageId, suggestLanguage };
}

interface OtherTab {
  onText: (part: DraftPart, text: string) => void;
  onSyncState: (part: DraftPart) => void;
}

/** Takes over changes from other tabs, so that tabs do not overwrite each other. */
function useOtherTab(userId: string, store: ProgramStore, { onText, onSyncState }: OtherTab): void {
  useEffect(() => {
    return watchPersonalStorage(userId, (name, text) => {
      // If another tab deletes the entry, the text on screen stays.
      if (text === null) return;
      for (const part of DRAFT_PARTS) {
        if (name === store.textKey(part)) onText(part, text);
        if (name === store.syncStateKey(part)) onSyncState(part);
      }
    });
  }, [userId, store, onText, onSyncState]);
}
