import { defineToolchain } from '../define-toolchain.ts';
import { findWarnedFunctions, hasLinkerMessage, moldOptions } from '../linker.ts';
import { traceWithGdb, TRACING_TOOLS } from '../gdb/traced.ts';
import { type Compilation, identify } from '../recipe.ts';

const OPTIONS = ['-std=gnu++17', '-O1', '-fdiagnostics-color=never'];
const SOURCE = /\.(?:c|cc|cpp|cxx)$/;
const SAMPLE = `#include <iostream>
#include <vector>
int main() {
  std::vector<int> numbers{3, 4};
  int total = 0;
  for (int number : numbers)
    total += number;
  std::cout << total << "\\n";
}
`;

export const cpp = defineToolchain(
  'cpp',
  {
    packages: ['g++', 'mold', 'gdb'],
    optionalTools: TRACING_TOOLS,
    tool: { path: '/usr/bin/g++', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  async ({ tool, version, share }) => {
    const warned = await findWarnedFunctions(tool);
    const compile: Compilation = {
      words: (source, extra) => [tool, ...OPTIONS, ...extra, source],
      optionsForFiles: (paths) => ['-I/box', ...paths.filter((path) => SOURCE.test(path))],
      quickOptions: ['-pipe', ...moldOptions()],
      needsPlainCommand: (source) => warned?.test(source) ?? false,
      isQuickOutputDifferent: hasLinkerMessage,
      resultSuffix: 'a.out',
      resultMode: 0o755,
      identity: await identify(tool, version),
      headerWords: (header, result) => [tool, ...OPTIONS, '-x', 'c++-header', header, '-o', result],
    };
    return {
      compile,
      ...(await traceWithGdb({ language: 'cpp', compile, share, sample: SAMPLE })),
      runWords: () => ['/box/a.out'],
    };
  },
);
