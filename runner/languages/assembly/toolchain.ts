import { defineToolchain } from '../define-toolchain.ts';
import { identify } from '../recipe.ts';

const GCC = '/usr/bin/gcc';
const LINKER = '/usr/bin/ld';
const OBJECT = 'main.o';
/** A program with a function main uses the C library. */
const HAS_MAIN = /^[ \t]*global[ \t]+main\b/m;
/** A `times` without end would otherwise keep the assembler busy until the general limit. */
const LIMIT_MS = 3000;

const definition = {
  packages: ['nasm', 'gcc'],
  tool: { path: '/usr/bin/nasm', versionOption: '-v', name: 'NASM' },
};

export const assembly = defineToolchain('assembly', definition, async ({ tool, version }) => ({
  compile: {
    words: (source, extra) => [tool, '-f', 'elf64', ...extra, '-o', OBJECT, source],
    laterSteps: (source) => [
      HAS_MAIN.test(source)
        ? [GCC, '-no-pie', '-o', 'a.out', OBJECT]
        : [LINKER, '-o', 'a.out', OBJECT],
    ],
    limitMs: LIMIT_MS,
    quickOptions: [],
    resultSuffix: 'a.out',
    resultMode: 0o755,
    identity: await identify(tool, version),
  },
  runWords: () => ['/box/a.out'],
}));
