import { findScript, MULTI_FILE, MULTI_FILE_NAME } from '@vlabs/contract/runs/run-languages';
import type { Recipe } from '../recipe.ts';

const SHELL = '/usr/bin/bash';

/** Programs whose own scripts compile and run them. */
export const multiFile: Recipe = {
  language: MULTI_FILE,
  name: MULTI_FILE_NAME,
  sourceFile: () => 'run',
  mainFile: (paths) => findScript('run', paths),
  compile: {
    script: { isIn: (paths) => findScript('compile', paths) !== null },
    words: (_, script) => [SHELL, ...script],
    optionsForFiles: (paths) => [findScript('compile', paths)].filter((path) => path !== null),
    quickOptions: [],
    resultSuffix: '',
    resultMode: 0o755,
    identity: SHELL,
  },
  runWords: ({ sourceFile }) => [SHELL, sourceFile],
  memoryOverheadKb: 0,
};
