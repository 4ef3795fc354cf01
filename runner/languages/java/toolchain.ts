import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineToolchain } from '../define-toolchain.ts';
import { identify } from '../recipe.ts';
import { mainClass } from './main-class.ts';
import { startJava } from './start.ts';

const STARTER = '/usr/bin/java';
/**
 * Class data, compiled code, threads and the garbage collector: memory of the virtual machine, not of the program.
 */
const MACHINE_MEMORY_KB = 450_000;
const QUICK_START = ['-XX:+UseSerialGC', '-Xshare:auto', '-XX:-UsePerfData'];
/**
 * Loads Java's classes at the addresses for which they were stored, so no process relocates them: saves 9 ms and
 * 1,800 pages. Predictable addresses are harmless in a box. Only for programs: the options of a compilation come
 * from students, and all of them must take effect.
 */
const CLASSES_IN_PLACE = [
  '-XX:+IgnoreUnrecognizedVMOptions',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:ArchiveRelocationMode=0',
];
/** The compiler lives for less than a second, so the first tier of JIT compilation is enough. */
const QUICK_COMPILER = [...QUICK_START, '-XX:TieredStopAtLevel=1'].map((option) => `-J${option}`);
/** Long expressions need more than Java's default of 1 MB. A C compiler has the same stack. */
const COMPILER_STACK = '-J-Xss8m';
/** Options of every compilation. They change neither the classes nor the messages. */
export const JAVAC_OPTIONS = ['-proc:none', '-encoding', 'UTF-8'];
/** The virtual machine keeps its own limit, so the kernel need not kill it. */
const UNCAUGHT_OUT_OF_MEMORY =
  /^Exception in thread ".*" java\.lang\.OutOfMemoryError\b(?!: unable to create)/m;
/** Java calls the limit of processes and threads a lack of memory as well. */
const NO_MORE_THREADS =
  /^Exception in thread ".*" java\.lang\.OutOfMemoryError: unable to create native thread/m;

export const java = defineToolchain(
  'java',
  {
    packages: ['default-jdk-headless'],
    tool: { path: '/usr/bin/javac', versionOption: '-version', name: 'OpenJDK' },
    systemFiles: readdirSync('/etc')
      .filter((name) => /^java.*openjdk/.test(name))
      .map((name) => join('/etc', name)),
  },
  async ({ tool, version }) => ({
    sourceFile: (source) => `${mainClass(source)}.java`,
    compile: {
      words: (source, extra) => [tool, COMPILER_STACK, ...JAVAC_OPTIONS, ...extra, source],
      optionsForFiles: (paths) => ['-d', '/box', ...paths.filter((path) => path.endsWith('.java'))],
      quickOptions: QUICK_COMPILER,
      resultSuffix: '.class',
      resultMode: 0o644,
      identity: await identify(tool, version),
    },
    start: startJava,
    runWords: ({ sourceFile, mainClass: started, classPath }, { memoryKb, stackKb }) => [
      STARTER,
      ...QUICK_START,
      ...CLASSES_IN_PLACE,
      `-Xmx${memoryKb}k`,
      ...(stackKb > 0 ? [`-Xss${stackKb}k`] : []),
      '-cp',
      classPath ?? '/box',
      started ?? sourceFile.slice(0, -'.java'.length),
    ],
    memoryOverheadKb: MACHINE_MEMORY_KB,
    ranOutOfMemory: (stderr) => UNCAUGHT_OUT_OF_MEMORY.test(stderr),
    ranOutOfThreads: (stderr) => NO_MORE_THREADS.test(stderr),
  }),
);
