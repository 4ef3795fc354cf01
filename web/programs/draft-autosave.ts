import { LanguageId } from '@vlabs/contract/runs/languages';
import {
  type Draft,
  type DraftPart,
  listDrafts,
  saveDraft,
  saveVersion,
} from '@vlabs/contract/programs/programs';
import { call, CallError } from '../platform/calls/call.ts';
import { PacedSend } from '../platform/paced-send.ts';
import { Retry } from '../platform/retry.ts';
import { formatMoment } from '../ui/dates/dates.ts';
import { meet } from './draft-rules.ts';
import { joinInputs, parseInputs, writeInputs } from '../runs/inputs/inputs.ts';
import { DRAFT_PARTS, type ProgramStore } from './program-store.ts';

/** A draft is sent after a pause in typing, or after the longest delay. */
const PAUSE_MS = 900;
const LONGEST_DELAY_MS = 5000;
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

const DIVERGED_REASON = 'Another device has saved a different version.';
/** Refusals that may succeed on a retry. */
const PASSING = new Set([401, 408, 429]);

/** Whether the server has the latest text. */
export type SaveState =
  | { step: 'blank' }
  | { step: 'saving' }
  | { step: 'saved'; savedAt: string }
  /** `reason` is the server's message; null if it did not answer. */
  | { step: 'not-saved'; reason: string | null };

/** Another device's text that is not an ancestor of this browser's. */
export interface Divergence {
  part: DraftPart;
  kept: Draft;
}

interface DraftAutosaveOptions {
  store: ProgramStore;
  assignment: string;
  device: string;
  /** Called when the state or the divergences change. */
  onChange: () => void;
  /** Called when the server's text replaced the one in the store. */
  onTaken: (part: DraftPart, text: string) => void;
}

/** Syncs drafts between the browser's store and the server. */
export class DraftAutosave {
  readonly #options: DraftAutosaveOptions;
  readonly #divergences = new Map<DraftPart, Draft>();
  readonly #sends: ReadonlyMap<DraftPart, PacedSend>;
  readonly #refusals = new Map<DraftPart, string | null>();
  readonly #retry = new Retry(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  #isClosed = false;

  #shutBecause: string | null = null;

  constructor(options: DraftAutosaveOptions) {
    this.#options = options;
    this.#sends = new Map(
      DRAFT_PARTS.map((part) => [
        part,
        new PacedSend({
          pauseMs: PAUSE_MS,
          longestDelayMs: LONGEST_DELAY_MS,
          send: () => this.#send(part),
          lock: options.store.textKey(part),
        }),
      ]),
    );
  }

  get state(): SaveState {
    if (this.#divergences.size > 0) return { step: 'not-saved', reason: DIVERGED_REASON };
    const [refusal] = this.#refusals.values();
    if (refusal !== undefined) return { step: 'not-saved', reason: refusal };
    const states = DRAFT_PARTS.map((part) => this.#options.store.readSyncState(part));
    if (states.some(({ isChanged }) => isChanged)) return { step: 'saving' };
    const savedAt = states.flatMap((state) => state.savedAt ?? []).toSorted();
    const newest = savedAt.at(-1);
    return newest === undefined ? { step: 'blank' } : { step: 'saved', savedAt: newest };
  }

  /** Why earlier programs are closed at this moment; null if they are open. */
  get shutBecause(): string | null {
    return this.#shutBecause;
  }

  #setShut(message: string | null): void {
    if (this.#shutBecause === message) return;
    this.#shutBecause = message;
    this.#options.onChange();
  }

  get divergence(): Divergence | null {
    const [first] = this.#divergences;
    return first ? { part: first[0], kept: first[1] } : null;
  }

  /** Call after a change was written to the store. */
  typed(part: DraftPart): void {
    const { store, onChange } = this.#options;
    const state = store.readSyncState(part);
    if (!state.isChanged) store.keepSyncState(part, { ...state, isChanged: true });
    this.#sends.get(part)?.later();
    if (!state.isChanged) onChange();
  }

  /** Another tab has changes to send; this one sends them if that tab closes first. */
  overheard(part: DraftPart): void {
    const { store, onChange } = this.#options;
    const send = this.#sends.get(part);
    if (store.readSyncState(part).isChanged && send && !send.isWaiting) {
      send.later(LONGEST_DELAY_MS);
    }
    onChange();
  }

  /** Sends all unsaved changes immediately. */
  flush(): void {
    for (const part of DRAFT_PARTS) {
      if (this.#options.store.readSyncState(part).isChanged) this.#sendNow(part);
    }
  }

  /** Fetches drafts saved by other devices and merges them. */
  async refresh(): Promise<void> {
    const { assignment, device } = this.#options;
    let kept: Draft[];
    try {
      kept = (await call(listDrafts, { query: { assignment, device } })).data;
    } catch (error) {
      const isShut = error instanceof CallError && error.code === 'closed_work';
      this.#setShut(isShut ? error.message : null);
      this.#notHeard(error);
      return;
    }
    this.#setShut(null);
    if (this.#isClosed) return;
    for (const part of DRAFT_PARTS) {
      this.#bringTogether(part, kept.find((draft) => draft.part === part) ?? null);
    }
    this.#options.onChange();
  }

  /**
   * Applies the student's choice between two texts. The other text is kept as a version; inputs
   * are appended to the chosen ones. Throws CallError and changes nothing if the version can't be
   * saved.
   */
  async choose({ part, kept }: Divergence, choice: 'here' | 'elsewhere'): Promise<void> {
    const { store } = this.#options;
    const here = store.readText(part) ?? '';
    if (part === 'inputs') {
      this.#join(kept, choice === 'here' ? [here, kept.text] : [kept.text, here]);
      return;
    }
    await this.#keepOther(part, choice === 'here' ? kept : { text: here, savedAt: null });
    this.#divergences.delete(part);
    if (choice === 'elsewhere') this.#take(kept);
    else {
      store.keepSyncState(part, { revision: kept.revision, savedAt: null, isChanged: true });
      this.#sendNow(part);
    }
    this.#options.onChange();
  }

  #join(kept: Draft, [chosen, other]: [string, string]): void {
    const { store, onTaken, onChange } = this.#options;
    const { part, revision } = kept;
    const joined = writeInputs(joinInputs(parseInputs(chosen), parseInputs(other)));
    this.#divergences.delete(part);
    store.keepText(part, joined);
    store.keepSyncState(part, { revision, savedAt: null, isChanged: true });
    onTaken(part, joined);
    this.#sendNow(part);
    onChange();
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
    this.#retry.cancel();
    for (const send of this.#sends.values()) send.cancel();
  }

  #bringTogether(part: DraftPart, kept: Draft | null): void {
    const { store } = this.#options;
    const text = store.readText(part);
    const state = store.readSyncState(part);
    const meeting = meet({ ...state, text }, kept);
    this.#divergences.delete(part);
    if (meeting === 'send') {
      const revision = kept?.revision ?? 0;
      store.keepSyncState(part, { ...state, revision, isChanged: true });
      this.#sendNow(part);
    } else this.#refusals.delete(part);
    if (!kept) return;
    if (meeting === 'take') this.#take(kept);
    if (meeting === 'choose') this.#divergences.set(part, kept);
    if (meeting === 'agree') this.#agree(kept);
  }

  #agree({ part, revision, savedAt }: Draft): void {
    this.#options.store.keepSyncState(part, { revision, savedAt, isChanged: false });
  }

  #take(kept: Draft): void {
    this.#options.store.keepText(kept.part, kept.text);
    this.#agree(kept);
    this.#options.onTaken(kept.part, kept.text);
  }

  async #keepOther(
    part: Exclude<DraftPart, 'inputs'>,
    { text, savedAt }: { text: string; savedAt: string | null },
  ): Promise<void> {
    if (text.trim() === '') return;
    const name =
      savedAt === null
        ? 'Replaced by the version of another device'
        : `Saved by another device, ${formatMoment(savedAt)}`;
    const { assignment } = this.#options;
    const languageId = LanguageId.parse(Number(part));
    await call(saveVersion, { body: { assignment, languageId, text, name } });
  }

  #sendNow(part: DraftPart): void {
    if (!this.#divergences.has(part)) void this.#sends.get(part)?.now();
  }

  /** Changes made meanwhile, here or in another tab, are sent too. */
  async #send(part: DraftPart): Promise<void> {
    const { store, assignment, device, onChange } = this.#options;
    const text = store.readText(part);
    const state = store.readSyncState(part);
    if (text === null || !state.isChanged || this.#divergences.has(part)) return;
    const body = { assignment, device, text, baseRevision: state.revision };
    try {
      const { data } = await call(saveDraft, { params: { part }, body }, { outlivesPage: true });
      const isChanged = store.readText(part) !== text;
      store.keepSyncState(part, { ...data, isChanged });
      this.#refusals.delete(part);
      this.#retry.reset();
      if (isChanged && !this.#sends.get(part)?.isWaiting) this.#sends.get(part)?.later();
    } catch (error) {
      if (error instanceof CallError && error.code === 'diverged') await this.refresh();
      else this.#notSaved(part, error);
    }
    onChange();
  }

  #notSaved(part: DraftPart, error: unknown): void {
    const isRefused =
      error instanceof CallError && !error.isTemporary && !PASSING.has(error.status);
    const hasReason = isRefused || (error instanceof CallError && error.status === 429);
    this.#refusals.set(part, hasReason ? error.message : null);
    // A refused text is sent again after the next change; other failures are retried.
    if (!isRefused) this.#notHeard(error);
  }

  #notHeard(error: unknown): void {
    if (!(error instanceof CallError)) reportError(error);
    if (this.#isClosed) return;
    this.#retry.plan(() => void this.refresh());
    this.#options.onChange();
  }
}
