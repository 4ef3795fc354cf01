import type { Language } from '@vlabs/contract/runs/languages';
import { c } from './c/toolchain.ts';
import { cpp } from './cpp/toolchain.ts';
import type { Toolchain } from './define-toolchain.ts';
import { java } from './java/toolchain.ts';
import { python } from './python/toolchain.ts';
import type { Recipe } from './recipe.ts';

/** The toolchain of each language. */
const toolchains: Record<Language, Toolchain> = { c, cpp, java, python };

/** A recipe for each language whose compiler is installed. */
export async function findRecipes(): Promise<Recipe[]> {
  const found = await Promise.all(Object.values(toolchains).map((find) => find()));
  return found.filter((recipe) => recipe !== null);
}
