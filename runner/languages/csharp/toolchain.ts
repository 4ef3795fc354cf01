import { defineToolchain } from '../define-toolchain.ts';
import { identify } from '../recipe.ts';

const MONO = '/usr/bin/mono';
/** Debian's script around the compiler takes a shell and looks for one of several versions. */
const COMPILER = '/usr/lib/mono/4.5/mcs.exe';
const RESULT = 'Main.exe';

const definition = {
  packages: ['mono-mcs', 'libmono-system-core4.0-cil'],
  tool: { path: '/usr/bin/mcs', versionOption: '--version', name: 'Mono' },
  // Without it, Mono finds no system calls and says that source files do not exist.
  systemFiles: ['/etc/mono'],
};

export const csharp = defineToolchain('csharp', definition, async ({ tool, version }) => ({
  compile: {
    words: (source, extra) => [MONO, COMPILER, `-out:${RESULT}`, ...extra, source],
    optionsForFiles: (paths) => paths.filter((path) => path.endsWith('.cs')),
    quickOptions: [],
    resultSuffix: RESULT,
    resultMode: 0o644,
    identity: await identify(tool, version),
  },
  runWords: () => [MONO, RESULT],
}));
