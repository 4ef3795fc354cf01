import { defineToolchain } from '../define-toolchain.ts';

/** The product's own Node, as Debian's is older. */
export const NODE = { path: process.execPath, versionOption: '--version', name: 'Node.js' };

export const javascript = defineToolchain(
  'javascript',
  { packages: [], tool: NODE },
  ({ tool, sourceFile, version, share }) => {
    const folder = share(`node-${version}`, () => ({ node: tool }));
    return { compile: null, runWords: () => [`${folder}/node`, sourceFile] };
  },
);
