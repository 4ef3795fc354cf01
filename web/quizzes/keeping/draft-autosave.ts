import { DraftContent } from '@vlabs/contract/quizzes/quiz-drafts';
import { z } from 'zod';

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
  #timer: ReturnType<typeof setTimeout> | null = null;
  #underWay: Promise<void> | null = null;
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
    if (!unsaved.isConflict) this.#schedule(SAVE_AFTER_MS);
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
    if (!isStale) this.#schedule(SAVE_AFTER_MS);
  }

  /** Saves now; reports whether the server has everything. */
  async flush(): Promise<boolean> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#underWay;
    const { saving } = this.#state;
    if (saving === 'waiting' || saving === 'not-saved') await this.#save();
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
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#options.keepHere(null);
  }

  #schedule(afterMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), afterMs);
  }

  #save(): Promise<void> {
    this.#underWay = this.#send().finally(() => (this.#underWay = null));
    return this.#underWay;
  }

  async #send(): Promise<void> {
    const { content } = this.#state;
    this.#show({ saving: 'saving' });
    try {
      const { revision, savedAt } = await this.#options.save(content, this.#revision);
      this.#revision = revision;
      if (this.#isClosed) return;
      const hasMore = this.#state.content !== content;
      this.#show({ saving: hasMore ? 'waiting' : 'saved', savedAt });
      if (hasMore) this.#schedule(SAVE_AFTER_MS);
      else this.#options.keepHere(null);
    } catch (error) {
      if (this.#isClosed) return;
      const isConflict = this.#options.isConflict(error);
      this.#show({ saving: isConflict ? 'changed-elsewhere' : 'not-saved' });
      if (!isConflict) this.#schedule(TRY_AGAIN_MS);
    }
  }

  #show(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }
}
