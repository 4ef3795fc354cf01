import { findVersion, type Recipe } from './recipe.ts';

const INTERPRETER = '/usr/bin/python3';

export async function findPython(): Promise<Recipe | null> {
  const version = await findVersion(INTERPRETER, '--version');
  if (version === null) return null;
  const source = 'script.py';
  // Without options: a program may import a module that it has written beside itself.
  const words = [INTERPRETER, source];
  return {
    language: 'python',
    name: `Python (${version})`,
    sourceFile: () => source,
    compile: null,
    runWords: () => words,
    interpreterWords: words,
    memoryOverheadKb: 0,
  };
}
