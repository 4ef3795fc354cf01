import type { Outcome, RunEvent, RunOrder } from '@vlabs/contract/runner';
import type { Recipe } from './languages/recipe.ts';
import { openFiles, programEnvironment } from './program-environment.ts';
import type { BoxFile } from './sandbox/box-protocol.ts';
import { ProgramInput } from './sandbox/program-input.ts';
import type { ProgramEnding, Sandbox } from './sandbox/sandbox.ts';
import { BoxError } from './sandbox/sandbox.ts';
import type { Toolchain } from './toolchain/toolchain.ts';
import { judge } from './verdict.ts';

const BYTES_PER_KB = 1024;

export interface RunContext {
  sandbox: Sandbox;
  toolchain: Toolchain;
  recipe: Recipe;
  /** Ends the run, wherever it is. */
  signal: AbortSignal;
  onEvent: (event: RunEvent) => void;
}

const neverRan = {
  stdoutBase64: '',
  stderrBase64: '',
  exitCode: null,
  exitSignal: null,
  cpuTimeMs: null,
  wallTimeMs: null,
  memoryKb: null,
};

/** Compiles where the language asks for it, runs, and judges. Throws BoxError when the sandbox broke. */
export async function runProgram(order: RunOrder, context: RunContext): Promise<Outcome> {
  const { recipe, toolchain, signal, onEvent } = context;
  const bytes = Buffer.from(order.sourceBase64, 'base64');
  const file = { name: recipe.sourceFile(bytes.toString('utf8')), mode: 0o644, bytes };
  if (!recipe.compile) {
    onEvent({ event: 'running' });
    return { ...(await execute(order, context, file.name, [file])), compileOutputBase64: '' };
  }
  onEvent({ event: 'compiling' });
  const { compile: compilation } = recipe;
  const options = order.compilerOptions;
  const compiled = await toolchain.compile({ file, recipe, compilation, options }, signal);
  const compileOutputBase64 = compiled.output.toString('base64');
  if (!compiled.files) {
    const message = compiled.failure;
    return { ...neverRan, verdict: 'compile_error', compileOutputBase64, message };
  }
  onEvent({ event: 'running' });
  const outcome = await execute(order, context, file.name, compiled.files);
  return { ...outcome, compileOutputBase64 };
}

async function execute(
  order: RunOrder,
  context: RunContext,
  sourceFile: string,
  files: BoxFile[],
): Promise<Omit<Outcome, 'compileOutputBase64'>> {
  const box = await context.sandbox.open();
  try {
    const streams: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
    for (const file of files) box.put(file);
    const ending = await box.run(
      programRun(order, context, sourceFile, (stream, bytes) => {
        streams[stream].push(bytes);
      }),
    );
    if ('notStarted' in ending)
      throw new BoxError(`The program could not be started (error ${ending.notStarted}).`);
    const stdout = Buffer.concat(streams.stdout);
    const stderr = Buffer.concat(streams.stderr);
    return toOutcome(order, withLanguageLimit(ending, stderr, context.recipe), stdout, stderr);
  } finally {
    // Nobody waits for the box to be taken apart; a failure there is the sandbox's own to report.
    void context.sandbox.discard(box);
  }
}

function programRun(
  { limits, ...order }: RunOrder,
  { recipe, signal }: RunContext,
  sourceFile: string,
  onOutput: (stream: 'stdout' | 'stderr', bytes: Buffer) => void,
) {
  const cpuTimeMs = limits.cpuTimeMs + limits.extraTimeMs;
  return {
    command: {
      words: [...recipe.runWords(sourceFile, limits), ...order.commandLineArguments],
      environment: programEnvironment,
      mergeStderr: order.redirectStderrToStdout,
      limits: {
        stdoutBytes: limits.outputKb * BYTES_PER_KB,
        stderrBytes: limits.outputKb * BYTES_PER_KB,
        fileBytes: limits.fileSizeKb * BYTES_PER_KB,
        stackBytes: limits.stackKb * BYTES_PER_KB,
        openFiles,
        cpuSeconds: Math.ceil(cpuTimeMs / 1000) + 1,
      },
    },
    stdin: ProgramInput.of(Buffer.from(order.stdinBase64, 'base64')),
    memoryKb: limits.memoryKb + recipe.memoryOverheadKb,
    processes: limits.processes,
    cpuTimeMs,
    wallTimeMs: limits.wallTimeMs,
    signal,
    onOutput,
  };
}

/** A language with a memory limit of its own ends by itself where others are killed. */
function withLanguageLimit(ending: ProgramEnding, stderr: Buffer, recipe: Recipe): ProgramEnding {
  const usedUp = ending.exitCode !== 0 && recipe.ranOutOfMemory?.(stderr.toString('utf8'));
  return ending.stopped === null && usedUp ? { ...ending, stopped: 'memory' } : ending;
}

function toOutcome(order: RunOrder, ending: ProgramEnding, stdout: Buffer, stderr: Buffer) {
  const expected =
    order.expectedOutputBase64 === null ? null : Buffer.from(order.expectedOutputBase64, 'base64');
  return {
    ...judge(ending, order.limits.cpuTimeMs, stdout, expected),
    stdoutBase64: stdout.toString('base64'),
    stderrBase64: stderr.toString('base64'),
    exitCode: ending.exitCode,
    exitSignal: ending.exitSignal,
    cpuTimeMs: ending.cpuTimeMs,
    wallTimeMs: ending.wallTimeMs,
    memoryKb: ending.memoryKb,
  };
}
