import type { RunLanguage } from '@vlabs/contract/runs/run-languages';
import { existsSync } from 'node:fs';
import { multiFile } from './multi-file/recipe.ts';
import type { Recipe } from './recipe.ts';
import type { SharedFolder } from './share-files.ts';
import { findRecipes, toolchains } from './toolchains.ts';

interface Settings {
  shared: SharedFolder;
  /** Languages were installed or removed since the last look. */
  onChange: () => void;
  onFailure: (error: unknown) => void;
}

/** The languages whose toolchains are on this machine. */
export class InstalledLanguages {
  readonly #settings: Settings;
  #recipes: readonly Recipe[] = [];
  #tools = '';

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get recipes(): readonly Recipe[] {
    return this.#recipes;
  }

  /** Undefined if it is not installed. */
  find(language: RunLanguage): Recipe | undefined {
    return this.#recipes.find((recipe) => recipe.language === language);
  }

  /** Finds what is installed now. Cheap if no tool has come or gone. */
  async look(): Promise<void> {
    const tools = listTools();
    if (tools === this.#tools) return;
    this.#recipes = [...(await findRecipes(this.#settings.shared)), multiFile];
    const isFirst = this.#tools === '';
    this.#tools = tools;
    if (!isFirst) this.#settings.onChange();
  }

  /** Looks again at this interval, in milliseconds, until the process ends. */
  keepLooking(everyMs: number): void {
    setInterval(() => {
      this.look().catch(this.#settings.onFailure);
    }, everyMs).unref();
  }
}

const listTools = (): string =>
  Object.values(toolchains)
    .flatMap(({ tool, systemFiles = [], optionalFiles = [], optionalTools = [] }) => [
      tool.path,
      ...systemFiles,
      ...optionalFiles,
      ...optionalTools,
    ])
    .filter((path) => existsSync(path))
    .join('\n');
