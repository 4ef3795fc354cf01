import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { LiveRunMessage, LiveRunOrder, type RunnerLiveEvent } from '@vlabs/contract/runs/live-runs';
import { type Execution, type Outcome, STOPPED } from '@vlabs/contract/runs/runner';
import type { InstalledLanguages } from './languages/installed-languages.ts';
import type { Recipe, Started } from './languages/recipe.ts';
import type { LivePlaces } from './live-places.ts';
import { LiveProgram } from './live-program.ts';
import { openFiles, programEnvironment } from './program-environment.ts';
import { readProgram, recipeFor, withFiles } from './program-files.ts';
import { asLanguageSays, type Confinement } from './run-program.ts';
import { QueueFullError, type RunQueue } from './run-queue.ts';
import type { BoxFile } from './sandbox/box-protocol.ts';
import { type ProgramEnding, StarvedError } from './sandbox/sandbox.ts';
import { STARVED } from './not-run.ts';
import { requireEnding } from './require-ending.ts';
import { judgeEnding } from './verdict.ts';

const BYTES_PER_KB = 1024;
/** The byte that Ctrl+C sends. */
const SIGINT = 2;
/** Tells programs that draw on the screen how to do so. */
const TERMINAL = { TERM: 'xterm-256color' };

export interface LiveRunner {
  /** Compilations share the queue with all other runs. */
  queue: RunQueue;
  /** Programs in a terminal mostly wait for a person, so they have separate slots. */
  livePlaces: LivePlaces;
  languages: Pick<InstalledLanguages, 'find'>;
  sandbox: Confinement;
  onError(error: unknown): void;
}

type Say = (event: RunnerLiveEvent) => void;

interface Work {
  order: LiveRunOrder;
  program: LiveProgram;
  recipe: Recipe;
  say: Say;
  runner: LiveRunner;
}

/** One run over one connection. The first message is the order; when the connection closes, the program ends. */
export function serveLiveRun(runner: LiveRunner, connection: Duplex): void {
  let program: LiveProgram | null = null;
  const say: Say = (event) => {
    if (connection.writable) connection.write(`${JSON.stringify(event)}\n`);
  };
  const receive = (line: string): void => {
    const message: unknown = JSON.parse(line);
    if (program) return obey(program, LiveRunMessage.parse(message));
    const order = LiveRunOrder.parse(message);
    const { window, idleTimeMs, keptOutputBytes } = order;
    program = new LiveProgram({
      window,
      idleTimeMs,
      keptOutputBytes,
      onOutput: (bytes) => say({ event: 'output', base64: bytes.toString('base64') }),
      onInputLost: (bytes) => say({ event: 'input_lost', bytes }),
    });
    runOrder(runner, order, program, say).then(
      () => connection.end(),
      (error: unknown) => {
        if (!connection.destroyed) runner.onError(error);
        connection.destroy();
      },
    );
  };
  connection.on('error', () => connection.destroy());
  connection.once('close', () => program?.stop());
  const lines = createInterface({ input: connection });
  // Errors of the connection arrive here too. An unhandled one would end this runner and all of its programs.
  lines.on('error', () => connection.destroy());
  lines.on('line', (line) => {
    try {
      receive(line);
    } catch {
      // Input that does not follow the contract closes the connection.
      connection.destroy();
    }
  });
  lines.on('close', () => program?.stop());
}

function obey(program: LiveProgram, message: LiveRunMessage): void {
  if (message.message === 'input') program.type(message.text);
  else if (message.message === 'resize') program.resize(message);
  else if (message.message === 'shown') program.shown(message.bytes);
  else program.stop();
}

async function runOrder(
  runner: LiveRunner,
  order: LiveRunOrder,
  program: LiveProgram,
  say: Say,
): Promise<void> {
  const found = runner.languages.find(order.language);
  if (!found) throw new Error(`No compiler of ${order.language} is installed.`);
  const recipe = recipeFor(order, found);
  try {
    say({ event: 'finished', outcome: await perform({ order, program, recipe, say, runner }) });
  } catch (error) {
    if (error instanceof QueueFullError) say({ event: 'busy' });
    else if (error instanceof StarvedError) say({ event: 'finished', outcome: starved });
    else if (program.ending.aborted) say({ event: 'finished', outcome: nothingBrought });
    else throw error;
  }
}

/** The run was ended before it produced anything. */
const nothingBrought: Outcome = {
  compileOutputBase64: '',
  compileFailure: STOPPED,
  executions: [],
};

const starved: Outcome = { ...nothingBrought, compileFailure: null, executions: [STARVED] };

async function perform(work: Work): Promise<Outcome> {
  const { order, program, recipe, say, runner } = work;
  const onPlace = (waitsFor: 'turn' | 'terminal') => (place: number) =>
    say({ event: 'queued', place, waitsFor });
  const { file, others: further } = readProgram(order, recipe);
  const { person, others, turns } = order;
  const compiled = await runner.queue.run(
    (slot) => slot.run((signal) => compile(work, file, further, signal)),
    { signal: program.ending, priority: order.priority, owner: person, onPlace: onPlace('turn') },
  );
  const { output, files, failure: compileFailure } = compiled;
  const compileOutputBase64 = output.toString('base64');
  if (!files) return { compileOutputBase64, compileFailure, executions: [] };
  const text = file.bytes.toString('utf8');
  const built = recipe.start?.(file.name, text, files) ?? { sourceFile: file.name, files };
  const started = { ...built, files: withFiles(built.files, further) };
  const execution = await runner.livePlaces.run(() => execute(work, started, output), {
    person,
    others,
    turns,
    signal: program.ending,
    onPlace: onPlace('terminal'),
    idleMs: () => program.idleMs,
    preempt: (why) => program.preempt(why),
  });
  return { compileOutputBase64, compileFailure, executions: [execution] };
}

async function compile(
  { recipe, say, runner }: Work,
  file: BoxFile,
  others: BoxFile[],
  signal: AbortSignal,
) {
  await runner.sandbox.started.prepare(recipe);
  const { compile: compilation } = recipe;
  if (!compilation) return { output: Buffer.alloc(0), files: [file], failure: null };
  say({ event: 'compiling' });
  const source = { file, others, recipe, compilation, options: [] };
  return runner.sandbox.toolchain.compile(source, signal);
}

async function execute(
  work: Work,
  { files, ...started }: Started,
  compileOutput: Buffer,
): Promise<Execution> {
  const { order, program, runner } = work;
  const { sandbox } = runner.sandbox;
  const box = await sandbox.open('terminal');
  try {
    for (const file of files) box.put(file);
    work.say({ event: 'running' });
    const ending = await box.run({
      ...programRun(work, started),
      stdin: program.input,
      signal: program.ending,
      onOutput: (_stream, bytes) => program.print(bytes),
      onStarted: (controls) => program.started(controls),
    });
    const streams = { stderr: program.keptOutput, compileOutput };
    const counted = asLanguageSays(requireEnding(ending), streams, work.recipe);
    return toExecution(counted, program, order);
  } finally {
    program.ended();
    // Closing the box is not awaited; the sandbox reports failures.
    void sandbox.discard(box);
  }
}

function programRun({ order: { limits }, program, recipe }: Work, started: Omit<Started, 'files'>) {
  const cpuTimeMs = limits.cpuTimeMs + limits.extraTimeMs;
  const { columns, rows } = program.window;
  // In a terminal it is not started before its job.
  const waiting = recipe.waitingProgram;
  return {
    command: {
      words: recipe.runWords(started, limits),
      environment: { ...programEnvironment, ...recipe.environment, ...TERMINAL },
      mergeStderr: true,
      limits: {
        stdoutBytes: limits.outputKb * BYTES_PER_KB,
        stderrBytes: 0,
        fileBytes: Math.max(limits.fileSizeKb * BYTES_PER_KB, waiting?.fileBytes ?? 0),
        stackBytes: limits.stackKb * BYTES_PER_KB,
        openFiles,
        cpuSeconds: Math.ceil(cpuTimeMs / 1000) + 1,
      },
      window: { columns, rows },
    },
    memoryKb: limits.memoryKb + recipe.memoryOverheadKb + (waiting?.memoryKb ?? 0),
    processes: limits.processes + (waiting?.processes ?? 0),
    cpuTimeMs,
    wallTimeMs: limits.wallTimeMs,
  };
}

function toExecution(
  ending: ProgramEnding,
  program: LiveProgram,
  { limits, idleTimeMs }: LiveRunOrder,
): Execution {
  const stdout = program.keptOutput;
  const wasIdle = program.wasIdle && ending.stopped === 'aborted';
  const isInterrupted = ending.stopped === null && ending.exitSignal === SIGINT;
  const idle = { verdict: 'time_limit' as const, message: idleMessage(idleTimeMs) };
  return {
    ...(wasIdle ? idle : judgeEnding(ending, limits.cpuTimeMs)),
    ...(program.preempted && ending.stopped === 'aborted' && preemptedOutcome(program.preempted)),
    ...(isInterrupted && { message: 'Interrupted by Ctrl+C' }),
    stdoutBase64: stdout.toString('base64'),
    stderrBase64: '',
    exitCode: ending.exitCode,
    exitSignal: ending.exitSignal,
    cpuTimeMs: ending.cpuTimeMs,
    wallTimeMs: ending.wallTimeMs,
    memoryKb: ending.memoryKb,
  };
}

const idleMessage = (idleTimeMs: number): string =>
  `Nothing was typed or printed for ${Math.round(idleTimeMs / 1000)} seconds`;

function preemptedOutcome({ why, idleMs }: NonNullable<LiveProgram['preempted']>) {
  const seconds = Math.round(idleMs / 1000);
  const reasons = {
    idle: `nothing was typed or printed here for ${seconds} seconds`,
    several: 'you had more than one open',
    long: 'this one was open for long',
  };
  const message = `${STOPPED}: others wait for a terminal, and ${reasons[why]}. Run it again to wait for a free one`;
  return { verdict: 'runtime_error' as const, message };
}
