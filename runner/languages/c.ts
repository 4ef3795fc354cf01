import { findWarnedFunctions, goldOptions, hasLinkerMessage } from './linker.ts';
import { findInstalled, identify, type Recipe } from './recipe.ts';

const OPTIONS = ['-std=gnu17', '-O1', '-fdiagnostics-color=never'];

export async function findC(): Promise<Recipe | null> {
  const found = await findInstalled('c');
  if (!found) return null;
  const { language, name, version, tool } = found;
  const warned = await findWarnedFunctions(tool);
  return {
    language,
    name,
    sourceFile: () => found.sourceFile,
    compile: {
      words: (source, extra) => [tool, ...OPTIONS, ...extra, source, '-lm'],
      quickOptions: ['-pipe', ...goldOptions()],
      needsPlainCommand: (source) => warned?.test(source) ?? false,
      isQuickOutputDifferent: hasLinkerMessage,
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(tool, version),
    },
    runWords: () => ['/box/a.out'],
    memoryOverheadKb: 0,
  };
}
