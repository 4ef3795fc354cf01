import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|json|txt)$/;

/**
 * Writes a `.br` and a `.gz` next to each text file of the build, so the server never compresses.
 */
export function precompress(): Plugin {
  let outDirectory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDirectory = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(outDirectory, { recursive: true });
      const paths = files.filter((file) => compressible.test(file));
      await Promise.all(paths.map((path) => compressFile(join(outDirectory, path))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
}
