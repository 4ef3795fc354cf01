import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';
import { Autosave } from '../../platform/autosave/autosave.ts';
import { type SyncState, meet } from '../../platform/autosave/draft-rules.ts';

const SAVE_AFTER_MS = 600;
const TRY_AGAIN_MS = 3000;

/** `changed-elsewhere`: someone else saved this draft after it was opened here. */
export type Saving =
  | 'nothing-to-save'
  | 'waiting'
  | 'saving'
  | 'saved'
  | 'not-saved'
  | 'changed-elsewhere';

export interface DraftState {
  content: DraftContent;
  saving: Saving;
  savedAt: string | null;
}

type Saved = Pick<SyncState, 'revision' | 'savedAt'>;

interface AutosaveOptions extends Saved {
  content: DraftContent;
  /** What an earlier page stored by `keepHere`. */
  keptHere?: string | null;
  /** Sends the content to the server; throws if it is not saved. */
  save: (content: DraftContent, revision: number) => Promise<Saved>;
  /** Distinguishes a conflict from an unavailable server. */
  isConflict: (error: unknown) => boolean;
  /** Stores unacknowledged content in this browser; null clears it. */
  keepHere: (unsaved: string | null) => void;
}

const KeptHere = z.object({ revision: z.int(), content: DraftContent });

/** Returns the unsaved content of a draft in this browser, or null. */
export function readKeptHere(text: string | null): z.infer<typeof KeptHere> | null {
  if (text === null) return null;
  try {
    return KeptHere.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Stored by something else.
    return null;
  }
}

/** The draft of a test: its content, and whether the server has it. */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #sync: SyncState;
  readonly #autosave: Autosave<DraftContent>;
  #isClosed = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#autosave = this.#open(options);
    const { content, revision, savedAt, keptHere = null } = options;
    this.#sync = { revision, savedAt, isChanged: false };
    const saving = savedAt === null ? 'nothing-to-save' : 'saved';
    this.#state = { content, saving, savedAt };
    const kept = readKeptHere(keptHere);
    if (kept !== null) this.#takeUp(kept);
  }

  /** Goes on with what this browser stored of the draft, or asks. */
  #takeUp({ content, revision }: z.infer<typeof KeptHere>): void {
    const server = { text: JSON.stringify(this.#state.content), revision: this.#sync.revision };
    const local = { text: JSON.stringify(content), revision, isChanged: true };
    const meeting = meet(local, { ...server, isFromThisDevice: false });
    if (meeting === 'agree') return;
    const saving = meeting === 'choose' ? 'changed-elsewhere' : 'waiting';
    this.#show({ content, saving });
    this.#sync = { ...this.#sync, isChanged: true };
    if (meeting === 'send') this.#autosave.changed();
  }

  #open({ save, isConflict }: AutosaveOptions): Autosave<DraftContent> {
    return new Autosave({
      pauseMs: SAVE_AFTER_MS,
      read: () => this.#state.content,
      readState: () => this.#sync,
      keepState: (sync) => this.#keep(sync),
      isDiverged: () => this.#state.saving === 'changed-elsewhere',
      save: (content, revision) => {
        this.#show({ saving: 'saving' });
        return save(content, revision);
      },
      onFailure: (error) => {
        if (this.#isClosed) return;
        const isStale = isConflict(error);
        this.#show({ saving: isStale ? 'changed-elsewhere' : 'not-saved' });
        if (!isStale) this.#autosave.later(TRY_AGAIN_MS);
      },
    });
  }

  readonly current = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get isClosed(): boolean {
    return this.#isClosed;
  }

  change(update: (content: DraftContent) => DraftContent): void {
    const content = update(this.#state.content);
    if (content === this.#state.content || this.#isClosed) return;
    const isStale = this.#state.saving === 'changed-elsewhere';
    this.#show({ content, saving: isStale ? 'changed-elsewhere' : 'waiting' });
    this.#sync = { ...this.#sync, isChanged: true };
    this.#keepHere();
    this.#autosave.changed();
  }

  /** Saves now; reports whether the server has everything. */
  async flush(): Promise<boolean> {
    await this.#autosave.now();
    return this.#state.saving === 'saved' || this.#state.saving === 'nothing-to-save';
  }

  /** Continues with this version instead of the one saved elsewhere. */
  async overwrite(revision: number): Promise<void> {
    this.#show({ saving: 'waiting' });
    await this.#autosave.saveOver(revision);
  }

  /** Stops saving after the test was created or the draft deleted. */
  close(): void {
    this.#isClosed = true;
    this.#autosave.cancel();
    this.#sync = { ...this.#sync, isChanged: false };
    this.#options.keepHere(null);
  }

  #keep(sync: SyncState): void {
    if (this.#isClosed) return;
    this.#sync = sync;
    const { isChanged, savedAt } = sync;
    this.#show({ saving: isChanged ? 'waiting' : 'saved', savedAt });
    if (isChanged) this.#keepHere();
    else this.#options.keepHere(null);
  }

  #keepHere(): void {
    const { revision } = this.#sync;
    const { content } = this.#state;
    this.#options.keepHere(JSON.stringify({ revision, content }));
  }

  #show(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
