import type { SyncState } from './draft-rules.ts';
import { Pace } from './pace.ts';

const LONGEST_DELAY_MS = 5000;

/** A failed save must not block the next one. */
const ignore = () => undefined;

const underWay = new Map<string, Promise<void>>();

function sendLocked(lock: string, send: () => Promise<void>): Promise<void> {
  const previous = underWay.get(lock) ?? Promise.resolve();
  const sent = previous
    .catch(ignore)
    .then(() => ('locks' in navigator ? navigator.locks.request(lock, send) : send()));
  underWay.set(lock, sent);
  return sent;
}

interface AutosaveOptions<Content> {
  /** A change is sent after a pause in typing, or after the longest delay. */
  pauseMs: number;
  /** Saves with the same lock follow each other, in all tabs if the browser supports locks. */
  lock?: string;
  /** The content in this browser; null if nothing was ever typed. */
  read: () => Content | null;
  readState: () => SyncState;
  /** The content stays stored in this browser while it has changes. */
  keepState: (state: SyncState) => void;
  /** Another version was saved elsewhere: nothing is sent until the person has chosen. */
  isDiverged: () => boolean;
  /** Sends the content, which is based on this revision. Throws if it is not saved. */
  save: (content: Content, revision: number) => Promise<Pick<SyncState, 'revision' | 'savedAt'>>;
  onFailure: (error: unknown) => void | Promise<void>;
}

/** Sends a draft that this browser stores until the server has it, one save at a time. */
export class Autosave<Content> {
  readonly #options: AutosaveOptions<Content>;
  readonly #pace: Pace;
  #underWay: Promise<void> = Promise.resolve();

  constructor(options: AutosaveOptions<Content>) {
    this.#options = options;
    const { pauseMs } = options;
    const onDue = () => void this.now();
    this.#pace = new Pace({ pauseMs, longestDelayMs: LONGEST_DELAY_MS, onDue });
  }

  /** Call after a change was stored. */
  changed(): void {
    const state = this.#options.readState();
    if (!state.isChanged) this.#options.keepState({ ...state, isChanged: true });
    this.#pace.later();
  }

  /** Sends after this time, or earlier after a change. */
  later(pauseMs: number): void {
    this.#pace.later(pauseMs);
  }

  /** Another tab has changes to send; this one sends them if that tab closes first. */
  overheard(): void {
    if (this.#options.readState().isChanged && !this.#pace.isWaiting)
      this.#pace.later(LONGEST_DELAY_MS);
  }

  /** Sends changes now, or when the save in progress has ended. */
  now(): Promise<void> {
    this.cancel();
    const { lock } = this.#options;
    const send = () => this.#send();
    this.#underWay =
      lock === undefined ? this.#underWay.catch(ignore).then(send) : sendLocked(lock, send);
    return this.#underWay;
  }

  /** Saves this browser's content over the server's revision. */
  saveOver(revision: number): Promise<void> {
    const { readState, keepState } = this.#options;
    keepState({ ...readState(), revision, isChanged: true });
    return this.now();
  }

  cancel(): void {
    this.#pace.cancel();
  }

  /** Changes made meanwhile, here or in another tab, are sent too. */
  async #send(): Promise<void> {
    const { read, readState, keepState, isDiverged, save, onFailure } = this.#options;
    const content = read();
    const { isChanged, revision } = readState();
    if (content === null || !isChanged || isDiverged()) return;
    try {
      const saved = await save(content, revision);
      const hasMore = read() !== content;
      keepState({ ...saved, isChanged: hasMore });
      if (hasMore && !this.#pace.isWaiting) this.#pace.later();
    } catch (error) {
      await onFailure(error);
    }
  }
}
