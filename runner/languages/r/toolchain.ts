import { defineToolchain } from '../define-toolchain.ts';

const definition = {
  packages: ['r-base-core'],
  tool: { path: '/usr/bin/Rscript', versionOption: '--version', name: '' },
  systemFiles: ['/etc/R'],
};

export const r = defineToolchain('r', definition, ({ tool, sourceFile }) => ({
  compile: null,
  runWords: () => [tool, sourceFile],
}));
