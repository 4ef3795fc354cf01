import { linkerOptions } from './linker.ts';
import { findVersion, identify, type Recipe } from './recipe.ts';

const COMPILER = '/usr/bin/gcc';

export async function findC(): Promise<Recipe | null> {
  const version = await findVersion(COMPILER, '-dumpfullversion');
  if (version === null) return null;
  const options = ['-std=gnu17', '-O1', '-pipe', '-fdiagnostics-color=never', ...linkerOptions()];
  return {
    language: 'c',
    name: `C (GCC ${version})`,
    sourceFile: () => 'main.c',
    compile: {
      words: (source, extra) => [COMPILER, ...options, ...extra, source, '-lm'],
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(COMPILER, version),
    },
    runWords: () => ['/box/a.out'],
    memoryOverheadKb: 0,
  };
}
