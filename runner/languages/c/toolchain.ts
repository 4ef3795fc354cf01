import { defineToolchain } from '../define-toolchain.ts';
import { findWarnedFunctions, goldOptions, hasLinkerMessage } from '../linker.ts';
import { traceWithGdb, TRACING_TOOLS } from '../gdb/traced.ts';
import { type Compilation, identify } from '../recipe.ts';

const OPTIONS = ['-std=gnu17', '-O1', '-fdiagnostics-color=never', '-Wmain'];
/** The status of `void main()` is whatever a register happens to hold. */
const MAIN_WITHOUT_STATUS = /: warning: return type of .main. is not .int. \[-Wmain\]$/mu;
const SAMPLE = `#include <stdio.h>
int main(void) {
  int numbers[] = {3, 4};
  int total = 0;
  for (int i = 0; i < 2; i++)
    total += numbers[i];
  printf("%d\\n", total);
  return 0;
}
`;

export const c = defineToolchain(
  'c',
  {
    packages: ['gcc', 'gdb'],
    optionalTools: TRACING_TOOLS,
    tool: { path: '/usr/bin/gcc', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  async ({ tool, version, share }) => {
    const warned = await findWarnedFunctions(tool);
    const compile: Compilation = {
      words: (source, extra) => [tool, ...OPTIONS, ...extra, source, '-lm'],
      optionsForFiles: (paths) => ['-I/box', ...paths.filter((path) => path.endsWith('.c'))],
      quickOptions: ['-pipe', ...goldOptions()],
      needsPlainCommand: (source) => warned?.test(source) ?? false,
      isQuickOutputDifferent: hasLinkerMessage,
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(tool, version),
    };
    return {
      compile,
      ...(await traceWithGdb({ language: 'c', compile, share, sample: SAMPLE })),
      runWords: () => ['/box/a.out'],
      hasNoExitStatus: (compileOutput) => MAIN_WITHOUT_STATUS.test(compileOutput),
    };
  },
);
