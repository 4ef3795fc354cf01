import { type LanguageId, findLanguage, languageParts } from '@vlabs/contract/runs/languages';
import type { DraftPart } from '@vlabs/contract/programs/programs';
import type { SyncState } from '../platform/autosave/draft-rules.ts';
import { defaultLanguageId } from '../platform/languages.ts';
import { makeRandomHex } from '../platform/random-ids.ts';

/** The methods of the browser's storage that the store uses. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>;

export interface ProgramStore {
  /** Null if nothing was ever typed; '' if the text was emptied. */
  readText(part: DraftPart): string | null;
  /** False if the browser refused to store it because storage is full or disabled. */
  keepText(part: DraftPart, text: string): boolean;
  textKey(part: DraftPart): string;
  readSyncState(part: DraftPart): SyncState;
  keepSyncState(part: DraftPart, state: SyncState): void;
  syncStateKey(part: DraftPart): string;
  readLanguageId(): LanguageId;
  /** False until the student has chosen a language in this browser. */
  hasLanguageId(): boolean;
  keepLanguageId(languageId: LanguageId): boolean;
}

export const programPart = (languageId: LanguageId): DraftPart => `${languageId}`;
export const DRAFT_PARTS: readonly DraftPart[] = [...languageParts, 'inputs'];

const UNTOUCHED: SyncState = { revision: 0, savedAt: null, isChanged: false };

/** Stores in the user's own storage what they type, for practice or for an assignment. */
export function openProgramStore(storage: KeptStorage, assignment = ''): ProgramStore {
  const scope = assignment === '' ? 'own' : `for/${encodeURIComponent(assignment)}`;
  const prefix = `workspace/${scope}`;
  const textKey = (part: DraftPart) => `${prefix}/text/${part}`;
  const syncStateKey = (part: DraftPart) => `${prefix}/standing/${part}`;
  const languageKey = `${prefix}/language`;
  const { read, keep } = withFallback(storage);

  return {
    readText: (part) => read(textKey(part)),
    keepText: (part, text) => keep(textKey(part), text),
    textKey,
    readSyncState: (part) => parseSyncState(read(syncStateKey(part))),
    keepSyncState: (part, state) => void keep(syncStateKey(part), JSON.stringify(state)),
    syncStateKey,
    readLanguageId: () => {
      const kept = findLanguage(Number(read(languageKey)));
      return kept ? kept.id : defaultLanguageId;
    },
    hasLanguageId: () => findLanguage(Number(read(languageKey))) !== null,
    keepLanguageId: (languageId) => keep(languageKey, String(languageId)),
  };
}

/** Text that the browser refuses to store is kept in memory, so it can still be run and sent. */
function withFallback(storage: KeptStorage) {
  const refused = new Map<string, string>();
  return {
    read: (key: string): string | null => {
      const held = refused.get(key);
      if (held !== undefined) return held;
      try {
        return storage.getItem(key);
      } catch {
        // Reading fails if storage is disabled; the student is told on the first write.
        return null;
      }
    },
    keep: (key: string, text: string): boolean => {
      try {
        storage.setItem(key, text);
        refused.delete(key);
        return true;
      } catch {
        refused.set(key, text);
        return false;
      }
    },
  };
}

function parseSyncState(text: string | null): SyncState {
  if (text === null) return UNTOUCHED;
  try {
    const { revision, savedAt, isChanged } = JSON.parse(text);
    const isRead = Number.isInteger(revision) && typeof isChanged === 'boolean';
    return isRead ? { revision, isChanged, savedAt: savedAt ?? null } : UNTOUCHED;
  } catch {
    return UNTOUCHED;
  }
}

const DEVICE_KEY = 'vlabs.device';

/** The id of this browser, created on first use. */
export function nameDevice(storage: KeptStorage): string {
  const { read, keep } = withFallback(storage);
  const known = read(DEVICE_KEY);
  if (known !== null && known !== '') return known.slice(0, 64);
  const name = makeRandomHex(16);
  keep(DEVICE_KEY, name);
  return name;
}
