import type { Language } from '@vlabs/contract/runs/languages';
import { existsSync } from 'node:fs';
import { assembly } from './assembly/toolchain.ts';
import { bash } from './bash/toolchain.ts';
import { c } from './c/toolchain.ts';
import { cpp } from './cpp/toolchain.ts';
import { csharp } from './csharp/toolchain.ts';
import type { Toolchain } from './define-toolchain.ts';
import { go } from './go/toolchain.ts';
import { java } from './java/toolchain.ts';
import { javascript } from './javascript/toolchain.ts';
import { lua } from './lua/toolchain.ts';
import { postgresql } from './postgresql/toolchain.ts';
import { python } from './python/toolchain.ts';
import { r } from './r/toolchain.ts';
import type { LanguageRecipe } from './recipe.ts';
import { rust } from './rust/toolchain.ts';
import { sqlite } from './sqlite/toolchain.ts';
import type { SharedFolder } from './share-files.ts';
import { typescript } from './typescript/toolchain.ts';

/** The toolchain of each language. */
export const toolchains: Record<Language, Toolchain> = {
  c,
  cpp,
  java,
  python,
  javascript,
  typescript,
  csharp,
  go,
  rust,
  r,
  bash,
  assembly,
  lua,
  sqlite,
  postgresql,
};

/** What programs of all languages read outside of /usr. */
export const listSystemFiles = (): string[] =>
  Object.values(toolchains)
    .flatMap(({ systemFiles = [], optionalFiles = [] }) => [...systemFiles, ...optionalFiles])
    .filter((path) => existsSync(path));

/** A recipe for each language whose toolchain is installed. */
export async function findRecipes(shared: SharedFolder): Promise<LanguageRecipe[]> {
  const found = await Promise.all(
    Object.values(toolchains).map((toolchain) => toolchain.find(shared)),
  );
  return found.filter((recipe) => recipe !== null);
}
