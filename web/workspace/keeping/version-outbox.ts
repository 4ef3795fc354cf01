import { type LanguageId, findLanguage } from '@vlabs/contract/running/languages';
import { saveVersion, type Version } from '@vlabs/contract/running/programs';
import { call, CallError } from '../../platform/calls/call.ts';
import { isRecord } from '../../platform/records.ts';
import type { KeptStorage } from './program-store.ts';

export interface UnsentVersion {
  languageId: LanguageId;
  text: string;
  /** Numbered by the server when it has none. */
  name?: string;
}

/** So many wait at most; the oldest gives way. */
const maxWaiting = 20;

/** Versions that were saved by hand, kept in this browser until the server has them. */
export class VersionOutbox {
  readonly #storage: KeptStorage;
  readonly #assignment: string;
  readonly #key: string;
  #waiting: UnsentVersion[];
  #isSending: Promise<Version | null> | null = null;

  constructor(storage: KeptStorage, userId: string, assignment: string) {
    this.#storage = storage;
    this.#assignment = assignment;
    const scope = assignment === '' ? 'own' : `for/${encodeURIComponent(assignment)}`;
    this.#key = `vlabs.workspace/${encodeURIComponent(userId)}/${scope}/unsent-versions`;
    this.#waiting = this.#read();
  }

  add(version: UnsentVersion): void {
    this.#waiting = [...this.#waiting, version].slice(-maxWaiting);
    this.#keep();
  }

  /**
   * Sends all that wait, in order; gives the last that was kept, or null when there was none. Throws
   * CallError when the server did not take one: it waits on, unless the server refused it for good.
   */
  async send(): Promise<Version | null> {
    this.#isSending ??= this.#sendAll().finally(() => {
      this.#isSending = null;
    });
    return this.#isSending;
  }

  async #sendAll(): Promise<Version | null> {
    let last: Version | null = null;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        last = (await call(saveVersion, { body: { assignment: this.#assignment, ...next } })).data;
      } catch (error) {
        if (error instanceof CallError && error.status === 400) this.#remove(next);
        throw error;
      }
      this.#remove(next);
    }
    return last;
  }

  #remove(sent: UnsentVersion): void {
    this.#waiting = this.#waiting.filter((version) => version !== sent);
    this.#keep();
  }

  #keep(): void {
    try {
      this.#storage.setItem(this.#key, JSON.stringify(this.#waiting));
    } catch {
      // What the browser does not keep is sent all the same, as long as the page lives.
    }
  }

  #read(): UnsentVersion[] {
    try {
      const read: unknown = JSON.parse(this.#storage.getItem(this.#key) ?? '[]');
      return Array.isArray(read) ? read.flatMap(readUnsent) : [];
    } catch {
      return [];
    }
  }
}

function readUnsent(value: unknown): UnsentVersion[] {
  if (!isRecord(value) || typeof value['text'] !== 'string') return [];
  const language = findLanguage(Number(value['languageId']));
  if (!language) return [];
  const { text, name } = value;
  return [{ languageId: language.id, text, ...(typeof name === 'string' ? { name } : {}) }];
}
