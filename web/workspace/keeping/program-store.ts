import { type LanguageId, findLanguage, languageParts } from '@vlabs/contract/running/languages';
import type { DraftPart } from '@vlabs/contract/running/programs';
import { defaultLanguageId } from '../../platform/languages.ts';

/** The part of the browser's local storage that is needed here. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** How a draft of this browser stands to the one on the server. */
export interface SyncState {
  /** The revision that the text was written upon; 0 before the server has any. */
  revision: number;
  /** When the server kept it; null before it has. */
  savedAt: string | null;
  /** Something was typed that the server does not have. */
  isChanged: boolean;
}

export interface ProgramStore {
  /** Null when nothing was ever typed; an emptied text is ''. */
  readText(part: DraftPart): string | null;
  /** False when the browser refused to keep it, because its storage is full or switched off. */
  keepText(part: DraftPart, text: string): boolean;
  textKey(part: DraftPart): string;
  readSyncState(part: DraftPart): SyncState;
  keepSyncState(part: DraftPart, state: SyncState): void;
  syncStateKey(part: DraftPart): string;
  readLanguageId(): LanguageId;
  /** False until the student has chosen a language here. */
  hasLanguageId(): boolean;
  keepLanguageId(languageId: LanguageId): boolean;
}

export const programPart = (languageId: LanguageId): DraftPart => `${languageId}`;
export const draftParts: readonly DraftPart[] = [...languageParts, 'inputs'];

const untouched: SyncState = { revision: 0, savedAt: null, isChanged: false };

/**
 * Keeps what one person types in this browser, for their own practice or for an assignment. Every key
 * carries the person's id, encoded so that no id can spell another's key: students who share a browser
 * never see each other's programs.
 */
export function openProgramStore(
  storage: KeptStorage,
  userId: string,
  assignment = '',
): ProgramStore {
  const scope = assignment === '' ? 'own' : `for/${encodeURIComponent(assignment)}`;
  const prefix = `vlabs.workspace/${encodeURIComponent(userId)}/${scope}`;
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

/** What the browser refuses is held here as long as the page lives, so that it can still be run and sent. */
function withFallback(storage: KeptStorage) {
  const refused = new Map<string, string>();
  return {
    read: (key: string): string | null => {
      const held = refused.get(key);
      if (held !== undefined) return held;
      try {
        return storage.getItem(key);
      } catch {
        // A browser that forbids storage holds nothing of ours; writing reports it to the student.
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
  if (text === null) return untouched;
  try {
    const { revision, savedAt, isChanged } = JSON.parse(text);
    const isRead = Number.isInteger(revision) && typeof isChanged === 'boolean';
    return isRead ? { revision, isChanged, savedAt: savedAt ?? null } : untouched;
  } catch {
    return untouched;
  }
}

const deviceKey = 'vlabs.device';

/** The name of this browser, made when it is first asked for. */
export function nameDevice(storage: KeptStorage): string {
  const { read, keep } = withFallback(storage);
  const known = read(deviceKey);
  if (known !== null && known !== '') return known.slice(0, 64);
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep(deviceKey, name);
  return name;
}
