import { STOPPED } from '@vlabs/contract/runs/runner';
import { openFiles, programEnvironment } from '../program-environment.ts';
import type { BoxFile } from '../sandbox/box-protocol.ts';
import { ProgramInput } from '../sandbox/program-input.ts';
import { BoxError, type Box, type ProgramEnding, type Sandbox } from '../sandbox/sandbox.ts';
import type { CompileTime } from './compile-time.ts';
import type { CompiledProgram } from './compiled-program.ts';

const BYTES_PER_KB = 1024;
const BYTES_PER_MB = 1024 * 1024;
/** Judge0's limits of a compilation. */
export const COMPILE_MEMORY_KB = 512_000;
const CPU_MS = 15_000;
const PROCESSES = 120;
const OUTPUT_BYTES = 256 * BYTES_PER_KB;
const STACK_BYTES = 64 * BYTES_PER_MB;

/** Judge0's messages, if it has them. */
export const COMPILE_TOO_SLOW = 'Compilation time limit exceeded.';
const FAILURES: Record<Exclude<ProgramEnding['stopped'], 'starved' | null>, string> = {
  cpu_time: COMPILE_TOO_SLOW,
  wall_time: COMPILE_TOO_SLOW,
  memory: 'Compilation memory limit exceeded.',
  output: 'Compilation output limit exceeded.',
  aborted: STOPPED,
};
const failureOf = ({ stopped }: ProgramEnding): string | null =>
  stopped === null || stopped === 'starved' ? null : FAILURES[stopped];

/** The differences between a student's program and a precompiled header. */
const SIZES = {
  ordinary: { memoryKb: COMPILE_MEMORY_KB, resultBytes: 32 * BYTES_PER_MB },
  large: { memoryKb: 2 * COMPILE_MEMORY_KB, resultBytes: 120 * BYTES_PER_MB },
};

export interface Compilable {
  sources: BoxFile[];
  /** Commands; each needs the success of the one before. */
  steps: string[][];
  /** Variables in addition to those of every program. */
  environment?: Record<string, string> | undefined;
  resultSuffix: string;
  resultMode: number;
  /** The levels of folders with results; by default only the box itself. */
  resultLevels?: number;
  size: keyof typeof SIZES;
  time: CompileTime;
}

/**
 * Compiles in a separate box, confined and limited like a program. Throws a StarvedError if the machine kept the
 * compiler waiting until its limit.
 */
export async function compileInBox(
  sandbox: Sandbox,
  {
    sources,
    steps,
    environment,
    resultSuffix,
    resultMode,
    resultLevels = 1,
    size,
    time,
  }: Compilable,
  signal: AbortSignal,
): Promise<CompiledProgram> {
  const { memoryKb, resultBytes } = SIZES[size];
  time.throwIfStarved();
  if (time.remainingMs <= 0) return tooSlow;
  const box = await sandbox.open(size);
  try {
    const printed: Buffer[] = [];
    for (const source of sources) box.put(source);
    for (const words of steps) {
      const ending = await runCompiler(box, {
        words,
        environment,
        memoryKb,
        fileBytes: resultBytes,
        time,
        signal,
        onOutput: (bytes) => printed.push(bytes),
      });
      time.throwIfStarved();
      const failure = failureOf(ending);
      if (failure === null && ending.exitCode === 0) continue;
      const output = Buffer.concat(printed);
      return {
        output: failure === null ? output : withNote(output, failure),
        files: null,
        failure,
      };
    }
    const wanted = { suffix: resultSuffix, maxBytes: resultBytes, levels: resultLevels };
    const files = await box.collect(wanted);
    return {
      output: Buffer.concat(printed),
      files: files.map((file) => ({ ...file, mode: resultMode })),
      failure: null,
    };
  } finally {
    void sandbox.discard(box);
  }
}

interface CompilerRun {
  words: string[];
  environment: Record<string, string> | undefined;
  memoryKb: number;
  fileBytes: number;
  time: CompileTime;
  signal: AbortSignal;
  onOutput(bytes: Buffer): void;
}

async function runCompiler(box: Box, compiler: CompilerRun): Promise<ProgramEnding> {
  const { time } = compiler;
  const startedAt = performance.now();
  const ending = await box.run({
    command: {
      words: compiler.words,
      environment: { ...programEnvironment, ...compiler.environment },
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
    cpuTimeMs: Math.min(CPU_MS, time.limitMs),
    wallTimeMs: time.remainingMs,
    signal: compiler.signal,
    onOutput: (_, bytes) => compiler.onOutput(bytes),
  });
  if ('notStarted' in ending)
    throw new BoxError(`The compiler could not be started (error ${ending.notStarted}).`);
  time.spend(performance.now() - startedAt - ending.starvedMs);
  if (ending.stopped === 'starved') time.starve();
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
