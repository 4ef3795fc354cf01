import { findInstalled, type Recipe } from './recipe.ts';

export async function findPython(): Promise<Recipe | null> {
  const found = await findInstalled('python');
  if (!found) return null;
  const { language, name, tool, sourceFile } = found;
  // No options such as -I: a program may import a module that it wrote to its own folder.
  const words = [tool, sourceFile];
  return {
    language,
    name,
    sourceFile: () => sourceFile,
    compile: null,
    runWords: () => words,
    interpreterWords: words,
    memoryOverheadKb: 0,
  };
}
