import type { LanguageId } from '@vlabs/contract/running/languages';
import type { DraftPart } from '@vlabs/contract/running/programs';
import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import { languagesUsualFirst, starterOf } from '../../platform/languages.ts';
import { type Inputs, parseInputs, writeInputs } from '../inputs/inputs.ts';
import type { ProgramDocument } from '../editor/program-editor.ts';
import { nameDevice, openProgramStore, programPart, type ProgramStore } from './program-store.ts';
import type { StarterCode } from '../use-assignment.ts';
import { type UseDraftAutosave, useDraftAutosave } from './use-draft-autosave.ts';

export interface TypedElsewhere {
  key: string;
  languageId: LanguageId;
  text: string;
}

export interface UseProgram {
  /** What the editor shows first for this language. */
  document: ProgramDocument;
  /** The same program, as it came from another tab, another device or the history. */
  fromElsewhere: TypedElsewhere | null;
  chooseLanguage: (languageId: LanguageId) => void;
  /** Chosen as long as the student has chosen none. */
  suggestLanguage: (languageId: LanguageId) => void;
  keepProgram: (languageId: LanguageId, text: string) => void;
  /** Puts a text in the place of the program, as if it had been typed; undo brings the old one back. */
  replaceProgram: (languageId: LanguageId, text: string) => void;
  /** The text as it stands now; typing does not draw the page again. */
  currentSource: (languageId?: LanguageId) => string;
  inputs: Inputs;
  changeInputs: (inputs: Inputs) => void;
  /** False once the browser has refused to keep what was typed. */
  isKept: boolean;
  drafts: UseDraftAutosave;
  /** False while the server may still have a text where this browser has none. */
  isReady: boolean;
  /** What stands in this browser; empty where nothing was typed. */
  textOf: (part: DraftPart) => string;
}

interface Options {
  userId: string;
  assignment: string;
  /** What a program begins with; null for nothing, undefined while that is not known. */
  given: StarterCode | null | undefined;
}

/** What one person writes: kept in this browser with every change, and on the server soon after. */
export function useProgram({ userId, assignment, given }: Options): UseProgram {
  const [store] = useState(() => openProgramStore(window.localStorage, userId, assignment));
  const [device] = useState(() => nameDevice(window.localStorage));
  const { languageId, setLanguageId, suggestLanguage } = useLanguage(store);
  const [inputs, setInputs] = useState(() => parseInputs(store.readText('inputs')));
  const [isKept, setIsKept] = useState(true);
  const [fromElsewhere, setFromElsewhere] = useState<TypedElsewhere | null>(null);

  const show = useCallback(
    (part: DraftPart, text: string) => {
      if (part === 'inputs') setInputs(parseInputs(text));
      const typed = languagesUsualFirst.find(({ id }) => programPart(id) === part);
      if (!typed) return;
      setFromElsewhere({ key: store.textKey(part), languageId: typed.id, text });
    },
    [store],
  );
  const drafts = useDraftAutosave({ store, assignment, device, onTaken: show });
  useOtherTab(store, show, drafts.overheard);

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

/** The language that is chosen here, or until then the one that the assignment asks for. */
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

/** What is typed in another tab of this browser comes here at once, so that neither undoes the other. */
function useOtherTab(
  store: ProgramStore,
  onText: (part: DraftPart, text: string) => void,
  onSyncState: (part: DraftPart) => void,
): void {
  const parts: DraftPart[] = ['inputs', ...languagesUsualFirst.map(({ id }) => programPart(id))];
  useWindowEvent('storage', ({ key, newValue }) => {
    // Storage that was emptied elsewhere takes nothing away from what is on the screen.
    if (key === null || newValue === null) return;
    for (const part of parts) {
      if (key === store.textKey(part)) onText(part, newValue);
      if (key === store.syncStateKey(part)) onSyncState(part);
    }
  });
}
