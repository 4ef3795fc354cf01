import {
  type Execution,
  MAX_RUN_MS,
  MAX_STRETCH,
  type Outcome,
  RUN_TOOK_TOO_LONG,
  type RunEvent,
  type RunOrder,
} from '@vlabs/contract/runs/runner';
import type { OutputFile } from '@vlabs/contract/runs/program-files';
import type { Recipe, Started } from './languages/recipe.ts';
import { openFiles, programEnvironment } from './program-environment.ts';
import { NO_TIME_LEFT, STARVED, UNTRACED } from './not-run.ts';
import { requireEnding } from './require-ending.ts';
import { OutputFiles } from './output-files.ts';
import { readProgram, recipeFor, withFiles } from './program-files.ts';
import type { Slot } from './queued-run.ts';
import { ByteQueue } from './sandbox/byte-queue.ts';
import { ProgramInput } from './sandbox/program-input.ts';
import { type ProgramEnding, type Sandbox, StarvedError } from './sandbox/sandbox.ts';
import type { StartedLanguages } from './toolchain/started-languages.ts';
import type { Toolchain } from './toolchain/toolchain.ts';
import { judgeOutput } from './judge-output.ts';
import { asTrace, withTrace } from './trace-runs.ts';
import { type Judgement, judgeEnding } from './verdict.ts';

const BYTES_PER_KB = 1024;
const TOO_MANY_THREADS = 'Process limit exceeded: the program started too many threads';

/** What a runner has if it can confine programs. */
export interface Confinement {
  sandbox: Sandbox;
  toolchain: Toolchain;
  started: StartedLanguages;
}

export interface RunContext extends Confinement {
  recipe: Recipe;
  /** The outcome is no longer needed: ends the run in any phase. */
  signal: AbortSignal;
  /** Ends the run and returns what it has produced so far. */
  stop: AbortSignal;
  slot: Slot;
  onEvent: (event: RunEvent) => void;
}

/** The compiled program, or the source itself. */
interface Program extends Started {
  compileOutput: Buffer;
}

type Input = RunOrder['inputs'][number];

/** The time of all inputs and repetitions together, without the time in which the run had no slot. */
interface TotalTime {
  /** Without the time in which the machine kept the program waiting for a processor. */
  remainingMs: number;
  /** When nothing more is started on a busy machine, on the clock of `performance`. */
  endsAt: number;
}

interface Execute extends RunContext {
  time: TotalTime;
  /** Null if the files that programs write are not asked for. */
  outputs: OutputFiles | null;
}

/**
 * Compiles the source if the language requires it, runs it on each input and decides the verdicts. Throws BoxError
 * if the sandbox failed.
 */
export async function runProgram(order: RunOrder, context: RunContext): Promise<Outcome> {
  try {
    const recipe = recipeFor(order, context.recipe);
    if (!order.isTrace) return await compileAndExecute(order, { ...context, recipe });
    if (!recipe.traced) return notRun(order, UNTRACED);
    return await compileAndExecute(asTrace(order), { ...context, recipe });
  } catch (error) {
    if (!(error instanceof StarvedError)) throw error;
    return notRun(order, STARVED);
  }
}

const notRun = ({ inputs }: RunOrder, execution: Execution): Outcome => ({
  compileOutputBase64: '',
  compileFailure: null,
  executions: inputs.map(() => execution),
});

async function compileAndExecute(order: RunOrder, context: RunContext): Promise<Outcome> {
  const { recipe, toolchain, onEvent } = context;
  const { file, others } = readProgram(order, recipe);
  const program = { sourceFile: file.name, files: [file], compileOutput: Buffer.alloc(0) };
  const { compile: compilation } = recipe;
  const paths = others.map(({ name }) => name);
  if (!compilation || compilation.script?.isIn(paths) === false) {
    const files = withFiles(program.files, others);
    const executions = await executeAll(order, context, { ...program, files });
    return { compileOutputBase64: '', compileFailure: null, executions };
  }
  const options = order.compilerOptions;
  const compiled = await context.slot.prepare(async (signal) => {
    onEvent({ event: 'compiling' });
    await context.started.prepare(recipe);
    return toolchain.compile({ file, others, recipe, compilation, options }, signal);
  });
  const { output, files, failure: compileFailure } = compiled;
  const source = file.bytes.toString('utf8');
  const started = files && (recipe.start?.(file.name, source, files) ?? { ...program, files });
  const built = started && {
    ...started,
    files: withFiles(started.files, compilation.script ? [] : others),
    compileOutput: output,
  };
  const executions = built ? await executeAll(order, context, built) : [];
  return { compileOutputBase64: output.toString('base64'), compileFailure, executions };
}

async function executeAll(order: RunOrder, context: RunContext, program: Program) {
  const executions: Execution[] = [];
  const remainingMs = order.totalTimeMs ?? MAX_RUN_MS;
  const outputs = order.collectFiles ? new OutputFiles(program) : null;
  const time = { remainingMs, endsAt: performance.now() + remainingMs * MAX_STRETCH };
  try {
    for (const input of order.inputs) {
      if (context.stop.aborted) break;
      executions.push(await executeTimes(order, { ...context, time, outputs }, program, input));
    }
  } catch (error) {
    // Stopped while it waited for its slot.
    if (!context.stop.aborted || error !== context.stop.reason) throw error;
  }
  return executions;
}

/** The last execution that counts, with the averages of all. */
async function executeTimes(
  order: RunOrder,
  context: Execute,
  program: Program,
  input: Input,
): Promise<Execution> {
  const { time, slot, outputs } = context;
  const all: Execution[] = [];
  let last: Execution;
  do {
    context.signal.throwIfAborted();
    const askedAt = performance.now();
    const done = await slot.run(async (signal) => {
      const left = { ...time, endsAt: time.endsAt + performance.now() - askedAt };
      const execution = await execute(order, { ...context, signal, time: left }, program, input);
      return { execution, left };
    });
    Object.assign(time, done.left);
    last = done.execution;
    all.push(last);
  } while (all.length < order.timesEach && last.verdict === 'accepted' && !context.stop.aborted);
  outputs?.spend(last.files ?? []);
  return {
    ...last,
    cpuTimeMs: meanOf(all.map(({ cpuTimeMs }) => cpuTimeMs)),
    wallTimeMs: meanOf(all.map(({ wallTimeMs }) => wallTimeMs)),
    memoryKb: Math.round(meanOf(all.map(({ memoryKb }) => memoryKb))),
  };
}

const meanOf = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

async function execute(
  order: RunOrder,
  context: Execute,
  { files, compileOutput, ...started }: Program,
  input: Input,
): Promise<Execution> {
  const { time } = context;
  const remainingMs = Math.ceil(time.remainingMs);
  if (remainingMs <= 0) return NO_TIME_LEFT;
  if (performance.now() >= time.endsAt) return STARVED;
  context.onEvent({ event: 'running' });
  const wallTimeMs = Math.min(order.limits.wallTimeMs, remainingMs);
  const { box, inPlace } = await openBox(order, context);
  try {
    const streams = { stdout: new ByteQueue(), stderr: new ByteQueue() };
    for (const file of files) box.put(file);
    const run = programRun(order, context, started);
    const startedAt = performance.now();
    const reported = await box.run({
      ...run,
      command: { ...run.command, inPlace },
      wallTimeMs,
      stdin: ProgramInput.of(Buffer.from(input.stdinBase64 ?? '', 'base64')),
      onOutput: (stream, bytes) => {
        streams[stream].push(bytes);
      },
    });
    const ending = requireEnding(reported);
    time.remainingMs -= performance.now() - startedAt - ending.starvedMs;
    // Its run is tried again as a whole.
    if (ending.stopped === 'starved') time.endsAt = 0;
    const stdout = streams.stdout.join();
    const stderr = streams.stderr.join();
    const counted = asLanguageSays(ending, { stderr, compileOutput }, context.recipe);
    const ended = judgeEnding(counted, order.limits.cpuTimeMs);
    const judged = ended.verdict === 'accepted' ? await judgeOutput(stdout, input) : ended;
    const written = await context.outputs?.collect(box);
    const execution = toExecution(counted, { stdout, stderr, written }, judged);
    if (order.isTrace) return await withTrace(execution, stdout, ending);
    const isCutShort = counted.stopped === 'wall_time' && wallTimeMs < order.limits.wallTimeMs;
    if (isCutShort) return { ...execution, message: RUN_TOOK_TOO_LONG };
    const isOutOfThreads =
      execution.verdict === 'runtime_error' &&
      context.recipe.ranOutOfThreads?.(stderr.toString('utf8')) === true;
    return isOutOfThreads ? { ...execution, message: TOO_MANY_THREADS } : execution;
  } finally {
    context.started.discard(context.recipe, box);
  }
}

/** `inPlace`: the program continues in an interpreter that has started. It accepts no arguments. */
async function openBox(order: RunOrder, { sandbox, started, recipe }: RunContext) {
  const waiting = await started.open(recipe);
  if (waiting) return { box: waiting, inPlace: false };
  const { interpreter } = recipe;
  const ahead = interpreter && order.commandLineArguments.length === 0;
  const box = ahead ? await sandbox.openInterpreter(interpreter) : null;
  return box ? { box, inPlace: true } : { box: await sandbox.open(), inPlace: false };
}

function programRun(
  { limits, ...order }: RunOrder,
  { recipe, signal }: RunContext,
  started: Omit<Started, 'files'>,
) {
  const cpuTimeMs = limits.cpuTimeMs + limits.extraTimeMs;
  return {
    command: {
      words: [...recipe.runWords(started, limits), ...order.commandLineArguments],
      environment: { ...programEnvironment, ...recipe.environment },
      mergeStderr: order.redirectStderrToStdout,
      ...(recipe.isTracer && { isTracer: true }),
      limits: {
        stdoutBytes: limits.outputKb * BYTES_PER_KB,
        stderrBytes: limits.outputKb * BYTES_PER_KB,
        fileBytes: limits.fileSizeKb * BYTES_PER_KB,
        stackBytes: limits.stackKb * BYTES_PER_KB,
        openFiles,
        cpuSeconds: Math.ceil(cpuTimeMs / 1000) + 1,
      },
    },
    memoryKb: limits.memoryKb + recipe.memoryOverheadKb,
    processes: limits.processes,
    cpuTimeMs,
    signal,
  };
}

/**
 * A language with its own memory limit ends by itself where the kernel kills other programs, and some programs have
 * no exit status.
 */
export function asLanguageSays(
  ending: ProgramEnding,
  { stderr, compileOutput }: { stderr: Buffer; compileOutput: Buffer },
  recipe: Recipe,
): ProgramEnding {
  const { exitCode } = ending;
  if (ending.stopped !== null || exitCode === null || exitCode === 0) return ending;
  if (recipe.ranOutOfMemory?.(stderr.toString('utf8'))) return { ...ending, stopped: 'memory' };
  const hasNone = recipe.hasNoExitStatus?.(compileOutput.toString('utf8'));
  return hasNone ? { ...ending, exitCode: 0 } : ending;
}

function toExecution(
  ending: ProgramEnding,
  {
    stdout,
    stderr,
    written,
  }: { stdout: Buffer; stderr: Buffer; written: OutputFile[] | undefined },
  judged: Judgement,
): Execution {
  return {
    ...judged,
    stdoutBase64: stdout.toString('base64'),
    stderrBase64: stderr.toString('base64'),
    exitCode: ending.exitCode,
    exitSignal: ending.exitSignal,
    cpuTimeMs: ending.cpuTimeMs,
    wallTimeMs: ending.wallTimeMs,
    memoryKb: ending.memoryKb,
    ...(written && { files: written }),
  };
}
