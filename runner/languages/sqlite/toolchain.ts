import { join } from 'node:path';
import { SHARED_IN_BOX } from '../../sandbox/bubblewrap-arguments.ts';
import { defineToolchain } from '../define-toolchain.ts';
import { describeMadeFiles } from '../made-files.ts';
import { identify } from '../recipe.ts';

const COMPILER = '/usr/bin/gcc';

const definition = {
  packages: ['sqlite3'],
  tool: { path: '/usr/bin/sqlite3', versionOption: '--version', name: '' },
};

/** The library itself: the command-line tool prints neither the columns of an empty result nor NULL for certain. */
export const sqlite = defineToolchain(
  'sqlite',
  definition,
  async ({ tool, version, sourceFile }) => {
    const madeFiles = await describeMadeFiles({
      name: 'sqlite',
      sources: [join(import.meta.dirname, 'run-sql.c')],
      words: [COMPILER, '-O2', '-o', 'run-sql', 'run-sql.c', '-l:libsqlite3.so.0'],
      resultSuffix: 'run-sql',
      resultMode: 0o755,
      identity: await identify(tool, version),
    });
    return {
      name: `SQL (SQLite ${version})`,
      compile: null,
      madeFiles,
      runWords: () => [join(SHARED_IN_BOX, madeFiles.folder, 'run-sql'), sourceFile],
    };
  },
);
