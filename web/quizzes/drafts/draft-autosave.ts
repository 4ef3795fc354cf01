import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';
import { PacedSend } from '../../platform/paced-send.ts';

const SAVE_AFTER_MS = 600;
const LONGEST_DELAY_MS = 5000;
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

interface Saved {
  revision: number;
  savedAt: string | null;
}

interface AutosaveOptions extends Saved {
  content: DraftContent;
  /** Content in this browser that the server does not have yet. */
  unsaved?: { content: DraftContent; isConflict: boolean } | null;
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

/** Saves the draft shortly after each change, one save at a time. */
export class DraftAutosave {
  readonly #options: AutosaveOptions;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #revision: number;
  readonly #sends = new PacedSend({
    pauseMs: SAVE_AFTER_MS,
    longestDelayMs: LONGEST_DELAY_MS,
    send: () => this.#send(),
  });
  #isClosed = false;

  constructor(options: AutosaveOptions) {
    this.#options = options;
    this.#revision = options.revision;
    const { content, savedAt, unsaved = null } = options;
    const saving = savedAt === null ? 'nothing-to-save' : 'saved';
    this.#state = { content, saving, savedAt };
    if (unsaved === null) return;
    const found = unsaved.isConflict ? 'changed-elsewhere' : 'waiting';
    this.#state = { content: unsaved.content, saving: found, savedAt };
    if (!unsaved.isConflict) this.#sends.later();
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
    this.#options.keepHere(JSON.stringify({ revision: this.#revision, content }));
    if (!isStale) this.#sends.later();
  }

  /** Saves now; reports whether the server has everything. */
  async flush(): Promise<boolean> {
    await this.#sends.now();
    return this.#state.saving === 'saved' || this.#state.saving === 'nothing-to-save';
  }

  /** Continues with this version instead of the one saved elsewhere. */
  async overwrite(revision: number): Promise<void> {
    this.#revision = revision;
    this.#show({ saving: 'waiting' });
    await this.flush();
  }

  /** Stops saving after the test was created or the draft deleted. */
  close(): void {
    this.#isClosed = true;
    this.#sends.cancel();
    this.#options.keepHere(null);
  }

  async #send(): Promise<void> {
    const { content, saving } = this.#state;
    if (saving !== 'waiting' && saving !== 'not-saved') return;
    this.#show({ saving: 'saving' });
    try {
      const { revision, savedAt } = await this.#options.save(content, this.#revision);
      this.#revision = revision;
      if (this.#isClosed) return;
      const hasMore = this.#state.content !== content;
      this.#show({ saving: hasMore ? 'waiting' : 'saved', savedAt });
      if (hasMore) this.#sends.later();
      else this.#options.keepHere(null);
    } catch (error) {
      if (this.#isClosed) return;
      const isConflict = this.#options.isConflict(error);
      this.#show({ saving: isConflict ? 'changed-elsewhere' : 'not-saved' });
      if (!isConflict) this.#sends.later(TRY_AGAIN_MS);
    }
  }

  #show(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
