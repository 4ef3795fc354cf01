import { findVersion, identify, type Recipe } from './recipe.ts';

const COMPILER = '/usr/bin/gcc';
const OPTIONS = ['-std=gnu17', '-O1', '-fdiagnostics-color=never'];

export async function findC(): Promise<Recipe | null> {
  const version = await findVersion(COMPILER, '-dumpfullversion');
  if (version === null) return null;
  return {
    language: 'c',
    name: `C (GCC ${version})`,
    sourceFile: () => 'main.c',
    compile: {
      words: (source, extra) => [COMPILER, ...OPTIONS, ...extra, source, '-lm'],
      quickOptions: ['-pipe'],
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(COMPILER, version),
    },
    runWords: () => ['/box/a.out'],
    memoryOverheadKb: 0,
  };
}
