import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import type { Recipe } from '../languages/recipe.ts';
import type { Box, Sandbox } from '../sandbox/sandbox.ts';
import { StartedBox } from '../sandbox/started-box.ts';
import { makeInBox } from './make-in-box.ts';
import { StartedBoxes } from './started-boxes.ts';

/** A class that practises runs programs more often than this. */
const IDLE_MS = 600_000;

interface Settings {
  sandbox: Sandbox;
  /** As this process sees it. */
  sharedFolder: string;
  /** Boxes of each language to keep ready. */
  ready: number;
  onFailure: (error: unknown) => void;
}

type Prepared = Pick<Recipe, 'language' | 'name' | 'shareFiles' | 'madeFiles' | 'waitingProgram'>;

/**
 * Makes what languages need in every box, and starts programs that wait for a job. Nothing is made or started for a
 * language before its first program.
 */
export class StartedLanguages {
  readonly #settings: Settings;
  /** By the language with its version, and its files. */
  readonly #prepared = new Map<string, Promise<void>>();
  readonly #boxes = new Map<RunLanguage, StartedBoxes>();

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Before a program of the language starts in any box. */
  async prepare(recipe: Prepared): Promise<void> {
    const { name, madeFiles } = recipe;
    const key = `${name} ${madeFiles?.folder}`;
    const prepared = this.#prepared.get(key) ?? this.#makeFiles(recipe);
    this.#prepared.set(key, prepared);
    try {
      await prepared;
    } catch (error) {
      this.#prepared.delete(key);
      throw error;
    }
  }

  async #makeFiles({ shareFiles, madeFiles }: Prepared): Promise<void> {
    const { sandbox, sharedFolder } = this.#settings;
    await shareFiles?.();
    if (madeFiles) await makeInBox(sandbox, sharedFolder, madeFiles);
  }

  /** A box in which the language's program waits; null if it has none. */
  async open(recipe: Prepared): Promise<Box | null> {
    await this.prepare(recipe);
    return (await this.#boxesOf(recipe)?.open()) ?? null;
  }

  discard(recipe: Prepared, box: Box): void {
    if (box instanceof StartedBox) this.#boxesOf(recipe)?.discard(box);
    // Closing the box is not awaited; the sandbox reports failures.
    else void this.#settings.sandbox.discard(box);
  }

  #boxesOf(recipe: Prepared): StartedBoxes | null {
    const { language, waitingProgram } = recipe;
    if (!waitingProgram) return null;
    const { sandbox, ready, onFailure } = this.#settings;
    const boxes =
      this.#boxes.get(language) ??
      new StartedBoxes({
        sandbox,
        ready,
        onFailure,
        idleMs: IDLE_MS,
        program: async () => {
          await this.prepare(recipe);
          return waitingProgram;
        },
      });
    this.#boxes.set(language, boxes);
    return boxes;
  }

  /** Starts nothing more. The sandbox closes the boxes. */
  close(): void {
    for (const boxes of this.#boxes.values()) boxes.close();
  }
}
