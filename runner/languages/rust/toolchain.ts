import { defineToolchain } from '../define-toolchain.ts';
import { moldOptions } from '../linker.ts';
import { identify } from '../recipe.ts';

const definition = {
  packages: ['rustc-web'],
  tool: { path: '/usr/bin/rustc', versionOption: '--version', name: 'rustc' },
};

/** Without optimization, as by default: the compiler takes a third of the time. */
export const rust = defineToolchain('rust', definition, async ({ tool, version }) => ({
  compile: {
    words: (source, extra) => [tool, '--edition', '2021', ...extra, source, '-o', 'a.out'],
    quickOptions: moldOptions().map((option) => `-Clink-arg=${option}`),
    resultSuffix: 'a.out',
    resultMode: 0o755,
    identity: await identify(tool, version),
  },
  runWords: () => ['/box/a.out'],
}));
