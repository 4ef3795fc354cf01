import { findWarnedFunctions, hasLinkerSpoken, quickLinkerOptions } from './linker.ts';
import { findVersion, identify, type Recipe } from './recipe.ts';

const COMPILER = '/usr/bin/g++';
const OPTIONS = ['-std=gnu++17', '-O1', '-fdiagnostics-color=never'];

export async function findCpp(): Promise<Recipe | null> {
  const version = await findVersion(COMPILER, '-dumpfullversion');
  if (version === null) return null;
  const warned = await findWarnedFunctions(COMPILER);
  return {
    language: 'cpp',
    name: `C++ (GCC ${version})`,
    sourceFile: () => 'main.cpp',
    compile: {
      words: (source, extra) => [COMPILER, ...OPTIONS, ...extra, source],
      quickOptions: ['-pipe', ...quickLinkerOptions()],
      mustBePlain: (source) => warned?.test(source) ?? false,
      isQuickOutputOurs: hasLinkerSpoken,
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(COMPILER, version),
      headerWords: (header, result) => [
        COMPILER,
        ...OPTIONS,
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
