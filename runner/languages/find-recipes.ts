import type { Language } from '@vlabs/contract/runs/languages';
import { findC } from './c.ts';
import { findCpp } from './cpp.ts';
import { findJava } from './java.ts';
import { findPython } from './python.ts';
import type { Recipe } from './recipe.ts';

/** The toolchain of each language. */
const toolchains: Record<Language, () => Promise<Recipe | null>> = {
  c: findC,
  cpp: findCpp,
  java: findJava,
  python: findPython,
};

/** A recipe for each language whose compiler is installed. */
export async function findRecipes(): Promise<Recipe[]> {
  const found = await Promise.all(Object.values(toolchains).map((find) => find()));
  return found.filter((recipe) => recipe !== null);
}
