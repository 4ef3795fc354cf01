import { linkerOptions } from './linker.ts';
import { findVersion, identify, type Recipe } from './recipe.ts';

const COMPILER = '/usr/bin/g++';

export async function findCpp(): Promise<Recipe | null> {
  const version = await findVersion(COMPILER, '-dumpfullversion');
  if (version === null) return null;
  const options = ['-std=gnu++17', '-O1', '-pipe', '-fdiagnostics-color=never', ...linkerOptions()];
  return {
    language: 'cpp',
    name: `C++ (GCC ${version})`,
    sourceFile: () => 'main.cpp',
    compile: {
      words: (source, extra) => [COMPILER, ...options, ...extra, source],
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(COMPILER, version),
      headerWords: (header, result) => [
        COMPILER,
        ...options,
        '-x',
        'c++-header',
        header,
        '-o',
        result,
      ],
    },
    runWords: () => ['/box/a.out'],
    memoryOverheadKb: 0,
  };
}
