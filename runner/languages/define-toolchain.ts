import type { Language } from '@vlabs/contract/runs/languages';
import { type Installed, type Recipe, findInstalled } from './recipe.ts';

type Described = Omit<Recipe, 'language' | 'name' | 'sourceFile' | 'memoryOverheadKb'> &
  Partial<Pick<Recipe, 'sourceFile' | 'memoryOverheadKb'>>;

/** Finds the toolchain of a language on this machine; null if it is not installed. */
export type Toolchain = () => Promise<Recipe | null>;

/** A language's toolchain. Its source has the name of the contract's entry unless it says another one. */
export function defineToolchain(
  key: Language,
  describe: (installed: Installed) => Described | Promise<Described>,
): Toolchain {
  return async () => {
    const installed = await findInstalled(key);
    if (!installed) return null;
    const { language, name, sourceFile } = installed;
    const described = await describe(installed);
    return { language, name, sourceFile: () => sourceFile, memoryOverheadKb: 0, ...described };
  };
}
