import { findC } from './c.ts';
import { findCpp } from './cpp.ts';
import { findJava } from './java.ts';
import { findPython } from './python.ts';
import type { Recipe } from './recipe.ts';

/** A recipe for each language whose compiler is installed. */
export async function findRecipes(): Promise<Recipe[]> {
  const found = await Promise.all([findC(), findCpp(), findJava(), findPython()]);
  return found.filter((recipe) => recipe !== null);
}
