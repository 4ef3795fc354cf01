import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defineToolchain } from '../define-toolchain.ts';
import { nameFolder, type ShareFiles } from '../share-files.ts';

const definition = {
  packages: ['python3'],
  tool: { path: '/usr/bin/python3', versionOption: '--version', name: '' },
  optionalFiles: ['/etc/matplotlibrc', '/etc/fonts'],
};

const AHEAD_FILES = join(import.meta.dirname, 'ahead');
const TRACER_FILES = join(import.meta.dirname, 'trace');
/** What the tracer keeps of a program's state. */
const TRACER_MEMORY_KB = 64_000;
const SAMPLE = `numbers = [3, 4]
total = 0
for number in numbers:
    total += number
print(total)
`;
const PACKAGES = '/usr/lib/python3/dist-packages';
/** Take from 0.2 to 1.4 seconds to import. */
const AHEAD = ['numpy', 'pandas', 'matplotlib.pyplot'];
const IMPORTS = /^[ \t]*(?:import|from)[ \t]+(?:numpy|pandas|matplotlib)\b/m;
/** What the imported packages use. */
const AHEAD_MEMORY_KB = 150_000;
/**
 * Modules that were imported ahead would give each program the same random numbers, and Python would wait at its end
 * for threads that its copy does not have.
 */
const AS_IN_A_NEW_ONE = `
import random, sys, threading
threading._after_fork()
random.seed()
if "numpy" in sys.modules:
    sys.modules["numpy"].random.seed()
del random, sys, threading
`;

export const python = defineToolchain('python', definition, async ({ tool, sourceFile, share }) => {
  // No options such as -I: a program may import a module that it wrote to its own folder.
  const words = [tool, sourceFile];
  const tracer = await shareFolder(share, 'python-tracer', TRACER_FILES);
  const recipe = {
    compile: null,
    runWords: () => words,
    interpreter: { words },
    traced: {
      runWords: () => [tool, join(tracer, 'trace_program.py'), sourceFile],
      memoryOverheadKb: TRACER_MEMORY_KB,
      sample: SAMPLE,
    },
  };
  const ahead = AHEAD.filter((name) => existsSync(join(PACKAGES, name.split('.')[0] ?? name)));
  if (ahead.length === 0) return recipe;
  const environment = {
    PYTHONPATH: await shareFolder(share, 'python-ahead', AHEAD_FILES),
    VLABS_AHEAD: ahead.join(' '),
    MPLBACKEND: 'module://vlabs_figures',
    // Otherwise matplotlib leaves its caches beside the program.
    MPLCONFIGDIR: '/tmp',
    XDG_CACHE_HOME: '/tmp/.cache',
    // More threads take longer on the cores of a box, and count against its limit.
    OPENBLAS_NUM_THREADS: '1',
  };
  const withPackages = {
    environment,
    interpreter: { words, environment, afterStart: AS_IN_A_NEW_ONE, ready: 1 },
    memoryOverheadKb: AHEAD_MEMORY_KB,
  };
  return { ...recipe, variantFor: (source) => (IMPORTS.test(source) ? withPackages : null) };
});

/** @returns the folder as boxes see it */
async function shareFolder(share: ShareFiles, name: string, folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.py'));
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return share(nameFolder(name, contents), () => ({ '.': folder }));
}
