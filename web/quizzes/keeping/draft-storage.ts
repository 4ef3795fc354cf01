/** Which draft one person is writing in this browser, and what of it the server does not have. */
export interface DraftStorage {
  readCurrentId: () => string | null;
  keepCurrentId: (id: string | null) => void;
  readUnsaved: (id: string) => string | null;
  keepUnsaved: (id: string, text: string | null) => void;
}

/** Every key carries the person's id, so that teachers who share a browser do not meet. */
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
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing still has what the server acknowledged. */
function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (error) {
    reportError(error);
  }
}
