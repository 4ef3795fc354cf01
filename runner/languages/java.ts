import { mainClass } from './java-main-class.ts';
import { findInstalled, identify, type Recipe } from './recipe.ts';

const STARTER = '/usr/bin/java';
/** Class data, compiled code, threads and the collector: the virtual machine's, not the program's. */
const MACHINE_MEMORY_KB = 450_000;
const QUICK_START = ['-XX:+UseSerialGC', '-Xshare:auto'];
/**
 * The classes that Java brings lie where they were stored for, so that they need not be written anew in
 * each process: 9 ms and 1,800 pages. Where they lie is no secret from a program in a box of its own.
 * For programs alone: the compiler is given options by students, of which none may be passed over.
 */
const CLASSES_IN_PLACE = [
  '-XX:+IgnoreUnrecognizedVMOptions',
  '-XX:+UnlockDiagnosticVMOptions',
  '-XX:ArchiveRelocationMode=0',
];
/** The compiler lives for less than a second: the quick first stage of its own compilation is enough. */
const QUICK_COMPILER = [...QUICK_START, '-XX:TieredStopAtLevel=1'].map((option) => `-J${option}`);
/** A long expression needs more than the megabyte that Java gives; a C compiler has as much. */
const COMPILER_STACK = '-J-Xss8m';
/** Options of every compilation that change neither the classes nor the messages. */
export const JAVAC_OPTIONS = ['-proc:none', '-encoding', 'UTF-8'];
/** The virtual machine keeps to its own limit, so the kernel never has to kill it. */
const UNCAUGHT_OUT_OF_MEMORY = /^Exception in thread ".*" java\.lang\.OutOfMemoryError\b/m;

export async function findJava(): Promise<Recipe | null> {
  const found = await findInstalled('java');
  if (!found) return null;
  const { language, name, version, tool } = found;
  return {
    language,
    name,
    sourceFile: (source) => `${mainClass(source)}.java`,
    compile: {
      words: (source, extra) => [tool, COMPILER_STACK, ...JAVAC_OPTIONS, ...extra, source],
      quickOptions: QUICK_COMPILER,
      resultSuffix: '.class',
      resultMode: 0o644,
      identity: await identify(tool, version),
    },
    runWords: (source, { memoryKb, stackKb }) => [
      STARTER,
      ...QUICK_START,
      ...CLASSES_IN_PLACE,
      `-Xmx${memoryKb}k`,
      ...(stackKb > 0 ? [`-Xss${stackKb}k`] : []),
      '-cp',
      '/box',
      source.slice(0, -'.java'.length),
    ],
    memoryOverheadKb: MACHINE_MEMORY_KB,
    ranOutOfMemory: (stderr) => UNCAUGHT_OUT_OF_MEMORY.test(stderr),
  };
}
