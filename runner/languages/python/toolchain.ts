import { defineToolchain } from '../define-toolchain.ts';

export const python = defineToolchain(
  'python',
  {
    packages: ['python3'],
    tool: { path: '/usr/bin/python3', versionOption: '--version', name: '' },
  },
  ({ tool, sourceFile }) => {
    // No options such as -I: a program may import a module that it wrote to its own folder.
    const words = [tool, sourceFile];
    return { compile: null, runWords: () => words, interpreterWords: words };
  },
);
