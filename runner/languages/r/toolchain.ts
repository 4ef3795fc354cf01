import { defineToolchain } from '../define-toolchain.ts';

const definition = {
  packages: ['r-base-core'],
  tool: { path: '/usr/bin/Rscript', versionOption: '--version', name: '' },
  systemFiles: ['/etc/R'],
  // Without it, each plot looks for all fonts.
  optionalFiles: ['/var/cache/fontconfig'],
};

export const r = defineToolchain('r', definition, ({ tool, sourceFile }) => ({
  compile: null,
  runWords: () => [tool, sourceFile],
  // Otherwise plots are written to a PDF file that no page shows.
  environment: { R_DEFAULT_DEVICE: 'png' },
}));
