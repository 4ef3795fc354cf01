import { type LanguageId, findLanguage } from '@vlabs/contract/runs/languages';
import { saveVersion, type Version } from '@vlabs/contract/programs/programs';
import { call, CallError } from '../platform/calls/call.ts';
import { isRecord } from '../platform/records.ts';
import type { KeptStorage } from './program-store.ts';

export interface UnsentVersion {
  languageId: LanguageId;
  text: string;
  /** The server numbers a version without a name. */
  name?: string;
}

/** The outbox drops its oldest version beyond this number. */
const MAX_WAITING = 20;

/** Saved versions that wait in the browser until the server has them. */
export class VersionOutbox {
  readonly #storage: KeptStorage;
  readonly #assignment: string;
  readonly #key: string;
  #waiting: UnsentVersion[];
  #isSending: Promise<Version | null> | null = null;

  constructor(storage: KeptStorage, assignment: string) {
    this.#storage = storage;
    this.#assignment = assignment;
    const scope = assignment === '' ? 'own' : `for/${encodeURIComponent(assignment)}`;
    this.#key = `workspace/${scope}/unsent-versions`;
    this.#waiting = this.#read();
  }

  add(version: UnsentVersion): void {
    this.#waiting = [...this.#waiting, version].slice(-MAX_WAITING);
    this.#keep();
  }

  /**
   * Sends all waiting versions in order. Returns the last one saved, or null if there was none.
   * Throws CallError if the server did not accept one; it stays in the outbox unless the refusal
   * is permanent.
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
      // Versions that the browser can't store are sent while the page is open.
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
