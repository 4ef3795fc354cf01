import { openFiles, programEnvironment } from './program-environment.ts';
import type { RunContext } from './run-program.ts';
import type { BoxFile } from './sandbox/box-protocol.ts';
import { type Box, BoxError, type ProgramEnding } from './sandbox/sandbox.ts';

const BYTES_PER_KB = 1024;
/** Judge0's limits of a compilation. */
const CPU_MS = 15_000;
const WALL_MS = 20_000;
const MEMORY_KB = 512_000;
const PROCESSES = 120;
const OUTPUT_BYTES = 256 * BYTES_PER_KB;
const RESULT_BYTES = 32 * BYTES_PER_KB * BYTES_PER_KB;
const STACK_BYTES = 64 * BYTES_PER_KB * BYTES_PER_KB;

export type CompiledFile = BoxFile;

interface Compiled {
  /** What the compiler printed, its errors among it. */
  output: Buffer;
  /** Null when the program did not compile. */
  files: CompiledFile[] | null;
  message: string | null;
}

/** Compiles in a box of its own, confined and limited exactly as a program is. */
export async function compile(
  sources: BoxFile[],
  sourceFile: string,
  options: string[],
  context: RunContext,
): Promise<Compiled> {
  const { recipe, sandbox } = context;
  if (!recipe.compile) throw new Error(`${recipe.name} is not compiled.`);
  const words = recipe.compile.words(sourceFile, options);
  const box = await sandbox.open();
  try {
    const output: Buffer[] = [];
    for (const source of sources) box.put(source);
    const ending = await runCompiler(box, words, context.signal, (bytes) => output.push(bytes));
    const failure = ending.stopped && FAILURES[ending.stopped];
    if (failure !== null)
      return { output: withNote(output, failure), files: null, message: failure };
    if (ending.exitCode !== 0) return { output: Buffer.concat(output), files: null, message: null };
    const { resultSuffix, resultMode } = recipe.compile;
    const results = await box.collect(resultSuffix, RESULT_BYTES);
    const files = results.map((file) => ({ ...file, mode: resultMode }));
    return { output: Buffer.concat(output), files, message: null };
  } finally {
    void sandbox.discard(box);
  }
}

async function runCompiler(
  box: Box,
  words: string[],
  signal: AbortSignal,
  onOutput: (bytes: Buffer) => void,
): Promise<ProgramEnding> {
  const ending = await box.run({
    command: {
      words,
      environment: programEnvironment,
      mergeStderr: true,
      limits: {
        stdoutBytes: OUTPUT_BYTES,
        stderrBytes: OUTPUT_BYTES,
        fileBytes: RESULT_BYTES,
        stackBytes: STACK_BYTES,
        openFiles,
        cpuSeconds: CPU_MS / 1000 + 1,
      },
    },
    stdin: Buffer.alloc(0),
    memoryKb: MEMORY_KB,
    processes: PROCESSES,
    cpuTimeMs: CPU_MS,
    wallTimeMs: WALL_MS,
    signal,
    onOutput: (_, bytes) => onOutput(bytes),
  });
  if ('notStarted' in ending)
    throw new BoxError(`The compiler could not be started (error ${ending.notStarted}).`);
  return ending;
}

/** Why the compiler was ended from outside. */
const FAILURES: Record<Exclude<ProgramEnding['stopped'], null>, string> = {
  cpu_time: 'Compilation time limit exceeded.',
  wall_time: 'Compilation time limit exceeded.',
  memory: 'Compilation memory limit exceeded.',
  output: 'Compilation output limit exceeded.',
  aborted: 'Stopped',
};

const withNote = (output: Buffer[], note: string): Buffer =>
  Buffer.concat([...output, Buffer.from(output.length > 0 ? `\n${note}` : note)]);
