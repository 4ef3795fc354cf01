import { findInstalled, type Recipe } from './recipe.ts';

export async function findPython(): Promise<Recipe | null> {
  const found = await findInstalled('python');
  if (!found) return null;
  const { language, name, tool, sourceFile } = found;
  // Without options: a program may import a module that it has written beside itself.
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
