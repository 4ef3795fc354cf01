import { defineToolchain } from '../define-toolchain.ts';
import { findWarnedFunctions, goldOptions, hasLinkerMessage } from '../linker.ts';
import { identify } from '../recipe.ts';

const OPTIONS = ['-std=gnu17', '-O1', '-fdiagnostics-color=never', '-Wmain'];
/** The status of `void main()` is whatever a register happens to hold. */
const MAIN_WITHOUT_STATUS = /: warning: return type of .main. is not .int. \[-Wmain\]$/mu;

export const c = defineToolchain(
  'c',
  {
    packages: ['gcc'],
    tool: { path: '/usr/bin/gcc', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  async ({ tool, version }) => {
    const warned = await findWarnedFunctions(tool);
    return {
      compile: {
        words: (source, extra) => [tool, ...OPTIONS, ...extra, source, '-lm'],
        optionsForFiles: (paths) => ['-I/box', ...paths.filter((path) => path.endsWith('.c'))],
        quickOptions: ['-pipe', ...goldOptions()],
        needsPlainCommand: (source) => warned?.test(source) ?? false,
        isQuickOutputDifferent: hasLinkerMessage,
        resultSuffix: 'a.out',
        resultMode: 0o755,
        identity: await identify(tool, version),
      },
      runWords: () => ['/box/a.out'],
      hasNoExitStatus: (compileOutput) => MAIN_WITHOUT_STATUS.test(compileOutput),
    };
  },
);
