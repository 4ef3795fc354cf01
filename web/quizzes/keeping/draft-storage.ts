import { personalStorage } from '../../platform/calls/stored-session.ts';

/** Which draft a person is writing in this browser, and its unsaved content. */
export interface DraftStorage {
  readCurrentId: () => string | null;
  keepCurrentId: (id: string | null) => void;
  readUnsaved: (id: string) => string | null;
  keepUnsaved: (id: string, text: string | null) => void;
}

/** Keys include the person's id, so that teachers can share a browser. */
export function openDraftStorage(userId: string): DraftStorage {
  const prefix = `vlabs.quiz-draft/${encodeURIComponent(userId)}`;
  const currentKey = `${prefix}/current`;
  const unsavedKey = (id: string) => `${prefix}/unsaved/${id}`;
  return {
    readCurrentId: () => read(currentKey),
    keepCurrentId: (id) => keep(currentKey, id),
    readUnsaved: (id) => read(unsavedKey(id)),
    keepUnsaved: (id, text) => keep(unsavedKey(id), text),
  };
}

function read(key: string): string | null {
  try {
    return personalStorage().getItem(key);
  } catch {
    return null;
  }
}

/** If the browser stores nothing, the draft still has what the server acknowledged. */
function keep(key: string, text: string | null): void {
  try {
    if (text === null) personalStorage().removeItem(key);
    else personalStorage().setItem(key, text);
  } catch (error) {
    reportError(error);
  }
}
