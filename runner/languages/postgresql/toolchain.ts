import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programEnvironment } from '../../program-environment.ts';
import { SHARED_IN_BOX } from '../../sandbox/bubblewrap-arguments.ts';
import { defineToolchain } from '../define-toolchain.ts';
import { describeMadeFiles } from '../made-files.ts';
import { identify } from '../recipe.ts';
import { nameFolder, type ShareFiles } from '../share-files.ts';
import { findServerPrograms, isInPackage, listServerFiles } from './server-files.ts';

const PYTHON = '/usr/bin/python3';
const DRIVER = join(import.meta.dirname, 'run-sql.py');
/** Of the cluster before its job: six times what it was measured to use. */
const MEMORY_KB = 200_000;
const PROCESSES = 30;
/** The capacity of a box's folder. */
const FILE_BYTES = 48 * 1024 * 1024;

const programs = findServerPrograms();
const definition = {
  packages: [],
  tool: { path: join(programs, 'postgres'), versionOption: '--version', name: '' },
};

/** A cluster in the box, used once and started before its job. */
export const postgresql = defineToolchain('postgresql', definition, async (installed) => {
  const { tool, version, sourceFile } = installed;
  const files = await shareServer(version, installed.share);
  const madeFiles = await describeMadeFiles({
    name: 'postgresql-cluster',
    sources: [join(import.meta.dirname, 'make-cluster.sh')],
    words: ['/bin/sh', 'make-cluster.sh', files.programs],
    resultSuffix: 'cluster.tar',
    resultMode: 0o644,
    identity: await identify(tool, version),
  });
  const archive = join(SHARED_IN_BOX, madeFiles.folder, 'cluster.tar');
  const words = [PYTHON, '-I', files.driver, files.programs, archive];
  return {
    name: `SQL (PostgreSQL ${version})`,
    compile: null,
    madeFiles,
    runWords: () => [...words, sourceFile],
    waitingProgram: {
      words,
      environment: programEnvironment,
      memoryKb: MEMORY_KB,
      processes: PROCESSES,
      fileBytes: FILE_BYTES,
    },
  };
});

/** The paths in boxes of the driver and of the folder of programs. */
async function shareServer(version: string, share: ShareFiles) {
  const name = nameFolder('postgresql-driver', [await readFile(DRIVER)]);
  const folder = share(name, () => ({ 'run-sql.py': DRIVER }));
  return {
    driver: join(folder, 'run-sql.py'),
    programs: isInPackage(programs)
      ? join(share(`postgresql-${version}`, listServerFiles), 'bin')
      : programs,
  };
}
