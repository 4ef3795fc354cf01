import { defineToolchain } from '../define-toolchain.ts';

export const python = defineToolchain('python', ({ tool, sourceFile }) => {
  // No options such as -I: a program may import a module that it wrote to its own folder.
  const words = [tool, sourceFile];
  return { compile: null, runWords: () => words, interpreterWords: words };
});
