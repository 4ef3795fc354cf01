import { findWarnedFunctions, goldOptions, hasLinkerMessage } from './linker.ts';
import { findInstalled, identify, type Recipe } from './recipe.ts';

const OPTIONS = ['-std=gnu17', '-O1', '-fdiagnostics-color=never', '-Wmain'];
/** The status of `void main()` is whatever a register happens to hold. */
const MAIN_WITHOUT_STATUS = /: warning: return type of .main. is not .int. \[-Wmain\]$/mu;

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
    hasNoExitStatus: (compileOutput) => MAIN_WITHOUT_STATUS.test(compileOutput),
  };
}
