import { LanguageId } from '@vlabs/contract/runs/languages';
import {
  type Draft,
  type DraftPart,
  listDrafts,
  saveDraft,
  saveVersion,
} from '@vlabs/contract/programs/programs';
import { call, CallError } from '../platform/calls/call.ts';
import { Autosave } from '../platform/autosave/autosave.ts';
import { meet } from '../platform/autosave/draft-rules.ts';
import { Retry } from '../platform/retry.ts';
import { formatMoment } from '../ui/dates/dates.ts';
import { joinInputs, parseInputs, writeInputs } from '../runs/inputs/inputs.ts';
import { DRAFT_PARTS, type ProgramStore } from './program-store.ts';

const PAUSE_MS = 900;
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
  readonly #parts: ReadonlyMap<DraftPart, Autosave<string>>;
  readonly #refusals = new Map<DraftPart, string | null>();
  readonly #retry = new Retry(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  #isClosed = false;

  #shutBecause: string | null = null;

  constructor(options: DraftAutosaveOptions) {
    this.#options = options;
    this.#parts = new Map(DRAFT_PARTS.map((part) => [part, this.#openPart(part)]));
  }

  #openPart(part: DraftPart): Autosave<string> {
    const { store, assignment, device, onChange } = this.#options;
    return new Autosave({
      pauseMs: PAUSE_MS,
      lock: store.textKey(part),
      read: () => store.readText(part),
      readState: () => store.readSyncState(part),
      keepState: (state) => {
        store.keepSyncState(part, state);
        onChange();
      },
      isDiverged: () => this.#divergences.has(part),
      save: async (text, baseRevision) => {
        const body = { assignment, device, text, baseRevision };
        const { data } = await call(saveDraft, { params: { part }, body }, { outlivesPage: true });
        this.#refusals.delete(part);
        this.#retry.reset();
        return data;
      },
      onFailure: async (error) => {
        if (error instanceof CallError && error.code === 'diverged') await this.refresh();
        else this.#notSaved(part, error);
        onChange();
      },
    });
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
    this.#parts.get(part)?.changed();
  }

  /** Another tab has changes to send; this one sends them if that tab closes first. */
  overheard(part: DraftPart): void {
    this.#parts.get(part)?.overheard();
    this.#options.onChange();
  }

  /** Sends all unsaved changes immediately. */
  flush(): void {
    for (const [part, autosave] of this.#parts) {
      if (this.#options.store.readSyncState(part).isChanged) void autosave.now();
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
    else void this.#parts.get(part)?.saveOver(kept.revision);
    this.#options.onChange();
  }

  #join(kept: Draft, [chosen, other]: [string, string]): void {
    const { store, onTaken } = this.#options;
    const { part, revision } = kept;
    const joined = writeInputs(joinInputs(parseInputs(chosen), parseInputs(other)));
    this.#divergences.delete(part);
    store.keepText(part, joined);
    onTaken(part, joined);
    void this.#parts.get(part)?.saveOver(revision);
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
    this.#retry.cancel();
    for (const autosave of this.#parts.values()) autosave.cancel();
  }

  #bringTogether(part: DraftPart, kept: Draft | null): void {
    const { store } = this.#options;
    const text = store.readText(part);
    const state = store.readSyncState(part);
    const meeting = meet({ ...state, text }, kept);
    this.#divergences.delete(part);
    if (meeting === 'send') void this.#parts.get(part)?.saveOver(kept?.revision ?? 0);
    else this.#refusals.delete(part);
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
