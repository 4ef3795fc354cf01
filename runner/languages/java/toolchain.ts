import { existsSync, readdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SHARED_IN_BOX } from '../../sandbox/bubblewrap-arguments.ts';
import { defineToolchain } from '../define-toolchain.ts';
import { describeMadeFiles } from '../made-files.ts';
import { type Compilation, identify, type Recipe, type Traced } from '../recipe.ts';
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
const C_COMPILER = '/usr/bin/gcc';
const TRACER = 'tracer.so';
const TRACER_SOURCES = ['tracer.c', 'text.h', 'streams.h', 'classes.h', 'objects.h'];
const TRACER_OPTIONS = ['-O2', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', '-o', TRACER];
/** What the tracer keeps of a program's state. */
const TRACER_MEMORY_KB = 64_000;
/** Events of exceptions take several times the memory of the stack that they unwind. */
const TRACED_STACK_KB = 2048;
const SAMPLE = `class Main {
  public static void main(String[] args) {
    int[] numbers = {3, 4};
    int total = 0;
    for (int number : numbers) {
      total += number;
    }
    System.out.println(total);
  }
}
`;
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
  async ({ tool, version }) => {
    const compile: Compilation = {
      words: (source, extra) => [tool, COMPILER_STACK, ...JAVAC_OPTIONS, ...extra, source],
      optionsForFiles: (paths) => ['-d', '/box', ...paths.filter((path) => path.endsWith('.java'))],
      quickOptions: QUICK_COMPILER,
      resultSuffix: '.class',
      resultMode: 0o644,
      identity: await identify(tool, version),
    };
    const traced = await describeTracer(tool, compile);
    return {
      sourceFile: (source) => `${mainClass(source)}.java`,
      compile,
      start: startJava,
      runWords: (started, limits) => runWords(started, limits),
      ...(traced && { traced }),
      memoryOverheadKb: MACHINE_MEMORY_KB,
      ranOutOfMemory: (stderr) => UNCAUGHT_OUT_OF_MEMORY.test(stderr),
      ranOutOfThreads: (stderr) => NO_MORE_THREADS.test(stderr),
    };
  },
);

type RunWords = Parameters<Recipe['runWords']>;

const runWords = (
  { sourceFile, mainClass: started, classPath }: RunWords[0],
  { memoryKb, stackKb }: RunWords[1],
  options: string[] = [],
): string[] => [
  STARTER,
  ...QUICK_START,
  ...CLASSES_IN_PLACE,
  `-Xmx${memoryKb}k`,
  ...(stackKb > 0 ? [`-Xss${stackKb}k`] : []),
  ...options,
  '-cp',
  classPath ?? '/box',
  started ?? sourceFile.slice(0, -'.java'.length),
];

const withLowStack = (limits: RunWords[1]): RunWords[1] => ({
  ...limits,
  stackKb: Math.min(limits.stackKb, TRACED_STACK_KB),
});

/** Null if there is no C compiler, or if the JDK came without its headers. */
async function describeTracer(tool: string, compile: Compilation): Promise<Traced | null> {
  const headers = join(dirname(dirname(await realpath(tool))), 'include');
  if (![C_COMPILER, join(headers, 'jvmti.h')].every((path) => existsSync(path))) return null;
  const madeFiles = await describeMadeFiles({
    name: 'java-tracer',
    sources: TRACER_SOURCES.map((name) => join(import.meta.dirname, 'trace', name)),
    words: [C_COMPILER, ...TRACER_OPTIONS, `-I${headers}`, `-I${headers}/linux`, 'tracer.c'],
    resultSuffix: TRACER,
    resultMode: 0o755,
    identity: compile.identity,
  });
  const tracer = join(SHARED_IN_BOX, madeFiles.folder, TRACER);
  return {
    // Names and places of local variables.
    compile: {
      ...compile,
      words: (source, extra) => compile.words(source, ['-g', ...extra]),
      warmOptions: ['-g'],
      identity: `${compile.identity} -g`,
    },
    madeFiles,
    // It also takes the place of the functions by which Java reads its input.
    environment: { LD_PRELOAD: tracer },
    runWords: (started, limits) =>
      runWords(started, withLowStack(limits), [`-agentpath:${tracer}=${started.sourceFile}`]),
    memoryOverheadKb: TRACER_MEMORY_KB,
    sample: SAMPLE,
  };
}
