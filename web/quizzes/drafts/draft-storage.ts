import { personalStorage } from '../../platform/storage/personal-storage.ts';

/** Which draft a person is writing in this browser, and its unsaved content. */
export interface DraftStorage {
  readCurrentId: () => string | null;
  keepCurrentId: (id: string | null) => void;
  readUnsaved: (id: string) => string | null;
  keepUnsaved: (id: string, text: string | null) => void;
}

const currentKey = 'quiz-draft/current';
const unsavedKey = (id: string) => `quiz-draft/unsaved/${id}`;

/** If the browser stores nothing, the draft still has what the server acknowledged. */
export function openDraftStorage(userId: string): DraftStorage {
  const storage = personalStorage(userId);
  const read = (key: string): string | null => {
    try {
      return storage.getItem(key);
    } catch {
      return null;
    }
  };
  const keep = (key: string, text: string | null): void => {
    try {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
    } catch (error) {
      reportError(error);
    }
  };
  return {
    readCurrentId: () => read(currentKey),
    keepCurrentId: (id) => keep(currentKey, id),
    readUnsaved: (id) => read(unsavedKey(id)),
    keepUnsaved: (id, text) => keep(unsavedKey(id), text),
  };
}
