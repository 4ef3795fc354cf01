import { findVersion, type Recipe } from './recipe.ts';

const INTERPRETER = '/usr/bin/python3';

export async function findPython(): Promise<Recipe | null> {
  const version = await findVersion(INTERPRETER, '--version');
  if (version === null) return null;
  return {
    language: 'python',
    name: `Python (${version})`,
    sourceFile: () => 'script.py',
    compile: null,
    // Without options: a program may import a module that it has written beside itself.
    runWords: (source) => [INTERPRETER, source],
    memoryOverheadKb: 0,
  };
}
