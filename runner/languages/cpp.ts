import { findWarnedFunctions, hasLinkerMessage, moldOptions } from './linker.ts';
import { findInstalled, identify, type Recipe } from './recipe.ts';

const OPTIONS = ['-std=gnu++17', '-O1', '-fdiagnostics-color=never'];

export async function findCpp(): Promise<Recipe | null> {
  const found = await findInstalled('cpp');
  if (!found) return null;
  const { language, name, version, tool } = found;
  const warned = await findWarnedFunctions(tool);
  return {
    language,
    name,
    sourceFile: () => found.sourceFile,
    compile: {
      words: (source, extra) => [tool, ...OPTIONS, ...extra, source],
      quickOptions: ['-pipe', ...moldOptions()],
      needsPlainCommand: (source) => warned?.test(source) ?? false,
      isQuickOutputDifferent: hasLinkerMessage,
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(tool, version),
      headerWords: (header, result) => [tool, ...OPTIONS, '-x', 'c++-header', header, '-o', result],
    },
    runWords: () => ['/box/a.out'],
    memoryOverheadKb: 0,
  };
}
