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
    // -I: no folder of the box comes before the library, and no variable changes the interpreter.
    runWords: (source) => [INTERPRETER, '-I', source],
    memoryOverheadKb: 0,
  };
}
