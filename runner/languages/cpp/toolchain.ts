import { defineToolchain } from '../define-toolchain.ts';
import { findWarnedFunctions, hasLinkerMessage, moldOptions } from '../linker.ts';
import { identify } from '../recipe.ts';

const OPTIONS = ['-std=gnu++17', '-O1', '-fdiagnostics-color=never'];
const SOURCE = /\.(?:c|cc|cpp|cxx)$/;

export const cpp = defineToolchain(
  'cpp',
  {
    packages: ['g++', 'mold'],
    tool: { path: '/usr/bin/g++', versionOption: '-dumpfullversion', name: 'GCC' },
  },
  async ({ tool, version }) => {
    const warned = await findWarnedFunctions(tool);
    return {
      compile: {
        words: (source, extra) => [tool, ...OPTIONS, ...extra, source],
        optionsForFiles: (paths) => ['-I/box', ...paths.filter((path) => SOURCE.test(path))],
        quickOptions: ['-pipe', ...moldOptions()],
        needsPlainCommand: (source) => warned?.test(source) ?? false,
        isQuickOutputDifferent: hasLinkerMessage,
        resultSuffix: 'a.out',
        resultMode: 0o755,
        identity: await identify(tool, version),
        headerWords: (header, result) => [
          tool,
          ...OPTIONS,
          '-x',
          'c++-header',
          header,
          '-o',
          result,
        ],
      },
      runWords: () => ['/box/a.out'],
    };
  },
);
