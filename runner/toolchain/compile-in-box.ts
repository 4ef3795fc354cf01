import { STOPPED } from '@vlabs/contract/running/runner';
import { openFiles, programEnvironment } from '../program-environment.ts';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import { ProgramInput } from '../sandbox/program-input.ts';
import { BoxError, type Box, type ProgramEnding, type Sandbox } from '../sandbox/sandbox.ts';
import type { CompiledProgram } from './compiled-program.ts';

const BYTES_PER_KB = 1024;
const BYTES_PER_MB = 1024 * 1024;
/** Judge0's limits of a compilation. All attempts to compile one program share the time. */
export const COMPILE_WALL_MS = 20_000;
export const COMPILE_MEMORY_KB = 512_000;
const CPU_MS = 15_000;
const PROCESSES = 120;
const OUTPUT_BYTES = 256 * BYTES_PER_KB;
const STACK_BYTES = 64 * BYTES_PER_MB;

/** Judge0's messages, if it has them. */
export const COMPILE_TOO_SLOW = 'Compilation time limit exceeded.';
const FAILURES: Record<Exclude<ProgramEnding['stopped'], null>, string> = {
  cpu_time: COMPILE_TOO_SLOW,
  wall_time: COMPILE_TOO_SLOW,
  memory: 'Compilation memory limit exceeded.',
  output: 'Compilation output limit exceeded.',
  aborted: STOPPED,
};

/** The differences between a student's program and a precompiled header. */
const SIZES = {
  ordinary: { memoryKb: COMPILE_MEMORY_KB, resultBytes: 32 * BYTES_PER_MB },
  large: { memoryKb: 2 * COMPILE_MEMORY_KB, resultBytes: 120 * BYTES_PER_MB },
};

export interface Compilable {
  sources: BoxFile[];
  words: string[];
  resultSuffix: string;
  resultMode: number;
  size: keyof typeof SIZES;
  /** When the compiler is ended, on the clock of `performance`. */
  endsAt: number;
}

/** Compiles in a separate box, confined and limited like a program. */
export async function compileInBox(
  sandbox: Sandbox,
  { sources, words, resultSuffix, resultMode, size, endsAt }: Compilable,
  signal: AbortSignal,
): Promise<CompiledProgram> {
  const { memoryKb, resultBytes } = SIZES[size];
  if (performance.now() >= endsAt) return tooSlow;
  const box = await sandbox.open(size);
  try {
    const printed: Buffer[] = [];
    for (const source of sources) box.put(source);
    const ending = await runCompiler(box, {
      words,
      memoryKb,
      fileBytes: resultBytes,
      wallTimeMs: Math.max(1, Math.ceil(endsAt - performance.now())),
      signal,
      onOutput: (bytes) => printed.push(bytes),
    });
    const output = Buffer.concat(printed);
    const failure = ending.stopped && FAILURES[ending.stopped];
    if (failure !== null) return { output: withNote(output, failure), files: null, failure };
    if (ending.exitCode !== 0) return { output, files: null, failure };
    const files = await box.collect(resultSuffix, resultBytes);
    return { output, files: files.map((file) => ({ ...file, mode: resultMode })), failure };
  } finally {
    void sandbox.discard(box);
  }
}

interface CompilerRun {
  words: string[];
  memoryKb: number;
  fileBytes: number;
  wallTimeMs: number;
  signal: AbortSignal;
  onOutput(bytes: Buffer): void;
}

async function runCompiler(box: Box, compiler: CompilerRun): Promise<ProgramEnding> {
  const ending = await box.run({
    command: {
      words: compiler.words,
      environment: programEnvironment,
      mergeStderr: true,
      limits: {
        stdoutBytes: OUTPUT_BYTES,
        stderrBytes: OUTPUT_BYTES,
        fileBytes: compiler.fileBytes,
        stackBytes: STACK_BYTES,
        openFiles,
        cpuSeconds: CPU_MS / 1000 + 1,
      },
    },
    stdin: ProgramInput.of(Buffer.alloc(0)),
    memoryKb: compiler.memoryKb,
    processes: PROCESSES,
    cpuTimeMs: CPU_MS,
    wallTimeMs: compiler.wallTimeMs,
    signal: compiler.signal,
    onOutput: (_, bytes) => compiler.onOutput(bytes),
  });
  if ('notStarted' in ending)
    throw new BoxError(`The compiler could not be started (error ${ending.notStarted}).`);
  return ending;
}

const tooSlow: CompiledProgram = {
  output: Buffer.from(COMPILE_TOO_SLOW),
  files: null,
  failure: COMPILE_TOO_SLOW,
};

/** The compiler's output first, then why it was ended. */
export const withNote = (output: Buffer, note: string): Buffer =>
  Buffer.concat([output, Buffer.from(output.length > 0 ? `\n${note}` : note)]);
