import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SHARED_IN_BOX } from '../../sandbox/bubblewrap-arguments.ts';
import { describeMadeFiles } from '../made-files.ts';
import type { Compilation, Traced } from '../recipe.ts';
import { nameFolder, type ShareFiles } from '../share-files.ts';

/** Programs of the packages gdb and binutils. */
export const TRACING_TOOLS = ['/usr/bin/gdb', '/usr/bin/objdump'];
const ROOT = import.meta.dirname;
/** gdb with the types of a large program in C++: twice what it was measured to use. */
const MEMORY_KB = 128_000;
const BUILD = [
  'gcc -O2 -static -o starter.tracer starter.c',
  'gcc -O2 -shared -fPIC -o library.tracer library.c',
].join(' && ');

/** In place of -O1: variables that are not set hold 0xFE, and frames are laid out alike. */
const TRACED_OPTIONS = ['-g', '-O0', '-fno-omit-frame-pointer', '-ftrivial-auto-var-init=pattern'];

/** Options of the student's own with which a program cannot be followed line by line, or without the library. */
const UNTRACEABLE = /^-(?:O.*|g.*|s|static|pg?|flto.*|fomit-frame-pointer)$/;

interface Settings {
  language: 'c' | 'cpp';
  compile: Compilation;
  share: ShareFiles;
  sample: string;
}

/** The tracer of C and C++: gdb in the box, with its stops handled in Python. Absent if gdb is not installed. */
export async function traceWithGdb(settings: Settings): Promise<{ traced?: Traced }> {
  const { language, compile, share, sample } = settings;
  if (process.arch !== 'x64' || !TRACING_TOOLS.every((tool) => existsSync(tool))) return {};
  const scripts = await shareScripts(share);
  const madeFiles = await describeMadeFiles({
    name: 'gdb-tracer',
    sources: ['starter.c', 'library.c', 'report.h'].map((name) => join(ROOT, name)),
    words: ['/bin/sh', '-c', BUILD],
    resultSuffix: '.tracer',
    resultMode: 0o755,
    identity: compile.identity,
  });
  const starter = join(SHARED_IN_BOX, madeFiles.folder, 'starter.tracer');
  return {
    traced: {
      compile: compileForTracing(compile),
      madeFiles,
      runWords: ({ sourceFile }) => [starter, scripts, language, sourceFile, '/box/a.out'],
      isTracer: true,
      memoryOverheadKb: MEMORY_KB,
      sample,
    },
  };
}

const traceable = (words: string[]): string[] =>
  words.flatMap((word) => (word === '-O1' ? TRACED_OPTIONS : [word]));

function compileForTracing(compile: Compilation): Compilation {
  const traced: Compilation = {
    ...compile,
    words: (source, options) =>
      traceable(
        compile.words(
          source,
          options.filter((option) => !UNTRACEABLE.test(option)),
        ),
      ),
  };
  if (compile.headerWords)
    traced.headerWords = (header, result) => traceable(compile.headerWords?.(header, result) ?? []);
  return traced;
}

/** @returns the folder of the scripts as boxes see it */
async function shareScripts(share: ShareFiles): Promise<string> {
  const files = (await readdir(ROOT)).filter((file) => file.endsWith('.py'));
  const contents = await Promise.all(files.map((file) => readFile(join(ROOT, file))));
  const list = () => Object.fromEntries(files.map((file) => [file, join(ROOT, file)]));
  return share(nameFolder('gdb-scripts', contents), list);
}
