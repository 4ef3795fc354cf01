import { defineToolchain } from '../define-toolchain.ts';

const definition = {
  packages: ['bash'],
  tool: { path: '/usr/bin/bash', versionOption: '--version', name: '' },
};

export const bash = defineToolchain('bash', definition, ({ tool, sourceFile }) => ({
  compile: null,
  runWords: () => [tool, sourceFile],
}));
