import { defineToolchain } from '../define-toolchain.ts';

const definition = {
  packages: ['lua5.4'],
  tool: { path: '/usr/bin/lua5.4', versionOption: '-v', name: '' },
};

export const lua = defineToolchain('lua', definition, ({ tool, sourceFile }) => ({
  compile: null,
  runWords: () => [tool, sourceFile],
}));
