import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineToolchain } from '../define-toolchain.ts';
import { NODE } from '../javascript/toolchain.ts';
import { identify } from '../recipe.ts';

const PACKAGES = join(import.meta.dirname, '../../../node_modules');
const COMPILER = join(PACKAGES, `@typescript/typescript-linux-${process.arch}/lib`);
/** Describes Node's own modules to the compiler. */
const TYPES = ['@types/node', 'undici-types'];

const definition = {
  packages: [],
  tool: { path: join(COMPILER, 'tsc'), versionOption: '--version', name: '' },
};

/** Checked and translated by tsc, then run by Node: Node alone refuses `enum` and checks no types. */
export const typescript = defineToolchain(
  'typescript',
  definition,
  async ({ tool, version, share }) => {
    if (!TYPES.every((name) => existsSync(join(PACKAGES, name)))) return null;
    const types = TYPES.map((name) => [`node_modules/${name}`, join(PACKAGES, name)]);
    const node = share(`node-${process.versions.node}`, () => ({ node: NODE.path }));
    const home = share(`typescript-${version}`, () => ({
      lib: COMPILER,
      ...Object.fromEntries(types),
    }));
    const options = [
      '--pretty',
      'false',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--skipLibCheck',
      // So that errors of the program name its own lines.
      '--inlineSourceMap',
      '--inlineSources',
      '--typeRoots',
      `${home}/node_modules/@types`,
      '--types',
      'node',
    ];
    return {
      compile: {
        words: (source, extra) => [`${home}/lib/tsc`, ...options, ...extra, source],
        quickOptions: [],
        resultSuffix: '.js',
        resultMode: 0o644,
        identity: await identify(tool, version),
      },
      runWords: () => [`${node}/node`, '--enable-source-maps', 'script.js'],
    };
  },
);
