import { defaultLanguageId, findLanguage, type LanguageId } from './languages.ts';

/** The part of the browser's local storage that is needed here. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** What the program is written for: the student's own practice, or later an assignment's id. */
export type ProgramScope = string;
export const ownPractice: ProgramScope = 'own';

export interface ProgramStore {
  /** Null when nothing was ever typed in this language; an emptied program is ''. */
  readProgram(languageId: LanguageId): string | null;
  /** False when the browser refused to keep it, because its storage is full or switched off. */
  keepProgram(languageId: LanguageId, text: string): boolean;
  programKey(languageId: LanguageId): string;
  readInput(): string;
  keepInput(text: string): boolean;
  inputKey: string;
  readLanguageId(): LanguageId;
  keepLanguageId(languageId: LanguageId): boolean;
}

/**
 * Keeps what one person types in this browser. Every key carries the person's id, encoded so that no
 * id can spell another's key: students who share a browser never see each other's programs.
 */
export function openProgramStore(
  storage: KeptStorage,
  userId: string,
  scope: ProgramScope = ownPractice,
): ProgramStore {
  const prefix = `vlabs.workspace/${encodeURIComponent(userId)}/${encodeURIComponent(scope)}`;
  const programKey = (languageId: LanguageId) => `${prefix}/program/${languageId}`;
  const inputKey = `${prefix}/input`;
  const languageKey = `${prefix}/language`;

  return {
    readProgram: (languageId) => read(storage, programKey(languageId)),
    keepProgram: (languageId, text) => keep(storage, programKey(languageId), text),
    programKey,
    readInput: () => read(storage, inputKey) ?? '',
    keepInput: (text) => keep(storage, inputKey, text),
    inputKey,
    readLanguageId: () => {
      const kept = findLanguage(Number(read(storage, languageKey)));
      return kept ? kept.id : defaultLanguageId;
    },
    keepLanguageId: (languageId) => keep(storage, languageKey, String(languageId)),
  };
}

function read(storage: KeptStorage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    // A browser that forbids storage holds nothing of ours; writing reports it to the student.
    return null;
  }
}

function keep(storage: KeptStorage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
