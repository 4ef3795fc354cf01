import { statuses } from '@vlabs/contract/judge0';
import type { Diagnostic } from '@vlabs/contract/runs';
import { readDiagnostics } from './diagnostics.ts';
import { requireLanguage } from './languages.ts';
import type { RunInput } from './run-inputs.ts';
import { type InputResult, STATUS_IN_QUEUE } from './run-result.ts';
import type { RunRecord } from './runs.queries.ts';
import type { LongText, ShownRun } from './shown-runs.queries.ts';
import type { Phase } from './run-phases.ts';
import { NotUtf8, invalidFields } from './run-refusals.ts';
import { splitList } from './split-words.ts';

/** A run with what only the servers know of it. */
export interface RunState {
  run: Omit<RunRecord, 'source_code'> & Pick<ShownRun, 'source_code' | 'isCut'>;
  phase: Phase;
  /** Runs ahead of it, while it waits. */
  queuePlace: number | null;
  /** As the compiler that is installed calls itself. */
  languageName: string;
}

interface Encoding {
  base64: boolean;
}

interface Field {
  name: string;
  show: (state: RunState, encoding: Encoding) => unknown;
  /** What of the run it is made of, that may be long. */
  texts?: readonly LongText[];
}

/** How an attribute is written: bytes as text or base64, an output that is empty as null, seconds as a decimal text, the rest as it is. */
type Format = 'bytes' | 'output' | 'seconds' | 'date' | 'plain';

const fields: readonly Field[] = [
  ...longText('bytes', 'source_code'),
  ...attribute('plain', 'language_id'),
  ...longText('bytes', 'stdin', 'expected_output'),
  ...longText('output', 'stdout'),
  ...attribute('plain', 'status_id'),
  ...attribute('date', 'created_at', 'finished_at'),
  ...attribute('seconds', 'time'),
  ...attribute('plain', 'memory'),
  ...longText('output', 'stderr'),
  ...attribute('plain', 'token', 'number_of_runs'),
  ...attribute('seconds', 'cpu_time_limit', 'cpu_extra_time', 'wall_time_limit'),
  ...attribute('plain', 'memory_limit', 'stack_limit', 'max_processes_and_or_threads'),
  ...attribute('plain', 'enable_per_process_and_thread_time_limit'),
  ...attribute('plain', 'enable_per_process_and_thread_memory_limit', 'max_file_size'),
  ...longText('output', 'compile_output'),
  ...attribute('plain', 'exit_code', 'exit_signal'),
  { name: 'message', show: ({ run }, { base64 }) => showText(run.message, base64) },
  ...attribute('seconds', 'wall_time'),
  ...attribute('plain', 'compiler_options', 'command_line_arguments', 'redirect_stderr_to_stdout'),
  { name: 'callback_url', show: () => null },
  { name: 'additional_files', show: () => null },
  { name: 'enable_network', show: () => false },
  { name: 'status', show: ({ run }) => statusOf(run.status_id) },
  {
    name: 'language',
    show: ({ run, languageName }) => ({ id: run.language_id, name: languageName }),
  },
  // What follows are additions to Judge0.
  ...attribute('plain', 'verdict'),
  { name: 'phase', show: ({ phase }) => phase },
  { name: 'queue_place', show: ({ queuePlace }) => queuePlace },
  {
    name: 'diagnostics',
    texts: ['compile_output', 'stderr', 'source_code'],
    show: ({ run }) => diagnosticsOf(run),
  },
  {
    name: 'inputs',
    texts: ['inputs'],
    show: ({ run }, { base64 }) => run.inputs?.map((input) => showInput(input, base64)) ?? null,
  },
  {
    name: 'results',
    texts: ['results'],
    show: ({ run }, { base64 }) => run.results?.map((result) => showResult(result, base64)) ?? null,
  },
];

const fieldsByName = new Map(fields.map((field) => [field.name, field]));

const DEFAULT_FIELDS = [
  'stdout,time,memory,stderr,token,compile_output,message,status',
  'verdict,phase,queue_place,diagnostics,results',
].join(',');

export type ChosenFields = readonly Field[];

/** Reads the `fields` parameter: names with commas between, `*` for all, none for Judge0's usual. */
export function chooseFields(parameter: string | undefined): ChosenFields {
  const sent = splitList(parameter ?? '');
  const names = (sent.length > 0 ? sent : splitList(DEFAULT_FIELDS)).map((name) => name.trim());
  if (names.includes('*')) return fields;
  const unknown = names.filter((name) => !fieldsByName.has(name));
  if (unknown.length > 0) throw invalidFields(unknown);
  return names.flatMap((name) => fieldsByName.get(name) ?? []);
}

/** What is to be read of a run, of that which may be long, to show these fields of it. */
export const textsOf = (chosen: ChosenFields): LongText[] => [
  ...new Set(chosen.flatMap(({ texts = [] }) => texts)),
];

/** Throws where a text is not UTF-8 and base64 was not asked for. */
export function showRun(
  state: RunState,
  chosen: ChosenFields,
  encoding: Encoding,
): Record<string, unknown> {
  const shown = Object.fromEntries(chosen.map(({ name, show }) => [name, show(state, encoding)]));
  return state.run.isCut ? { ...shown, cut: sayCut(state.run) } : shown;
}

const sayCut = ({ token }: { token: string }): string =>
  `Left out, because the texts of one reply have at most 4 MB. Read this one at /judge0/submissions/${token}.`;

function longText(format: Format, ...names: LongText[]): Field[] {
  return attribute(format, ...names).map((field, index) => ({
    ...field,
    texts: names.slice(index, index + 1),
  }));
}

function attribute(format: Format, ...names: (keyof RunRecord)[]): Field[] {
  return names.map((name) => ({
    name,
    show: ({ run }, { base64 }) => showValue(run[name], format, base64),
  }));
}

function showValue(value: unknown, format: Format, base64: boolean): unknown {
  if (value === null) return null;
  if (format === 'bytes' && Buffer.isBuffer(value)) return showBytes(value, base64);
  if (format === 'output' && Buffer.isBuffer(value)) return showOutput(value, base64);
  if (format === 'seconds') return showSeconds(Number(value));
  if (format === 'date' && value instanceof Date) return value.toISOString();
  return value;
}

function showBytes(bytes: Buffer | null, base64: boolean): string | null {
  if (bytes === null) return null;
  if (base64) return bytes.toString('base64').replaceAll(/.{1,60}/g, '$&\n');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotUtf8();
  }
}

/** A program that prints nothing has no output; what it was sent may well be an empty text. */
function showOutput(bytes: Buffer, base64: boolean): string | null {
  return bytes.length === 0 ? null : showBytes(bytes, base64);
}

function showText(text: string | null, base64: boolean): string | null {
  return text === null ? null : showBytes(Buffer.from(text), base64);
}

/** "5.0", "0.001": at least one digit after the point, and never an exponent. */
function showSeconds(seconds: number | null): string | null {
  if (seconds === null) return null;
  return Number.isInteger(seconds) ? seconds.toFixed(1) : String(Number(seconds.toFixed(6)));
}

function showInput({ name, stdin, expected_output }: RunInput, base64: boolean) {
  return {
    name,
    stdin: showBytes(stdin, base64),
    expected_output: showBytes(expected_output, base64),
  };
}

function showResult(result: InputResult, base64: boolean) {
  return {
    name: result.name,
    status: statusOf(result.status_id),
    verdict: result.verdict,
    stdout: showOutput(result.stdout, base64),
    stderr: showOutput(result.stderr, base64),
    message: showText(result.message, base64),
    exit_code: result.exit_code,
    exit_signal: result.exit_signal,
    time: showSeconds(result.time),
    wall_time: showSeconds(result.wall_time),
    memory: result.memory,
  };
}

/** Null while the run goes on. */
function diagnosticsOf(run: RunState['run']): Diagnostic[] | null {
  if (!run.finished_at || run.isCut) return null;
  return readDiagnostics({
    compileOutput: run.compile_output?.toString('utf8') ?? '',
    stderr: run.stderr?.toString('utf8') ?? '',
    sourceFile: requireLanguage(run.language_id).sourceFile,
    source: run.source_code?.toString('utf8') ?? '',
  });
}

export function statusOf(id: number) {
  const status = statuses.find((candidate) => candidate.id === id);
  if (!status) throw new Error(`There is no status ${id}.`);
  return { id: status.id, description: status.description };
}

/** How far a run is. @param underWay what is known of one that some runner has */
export function phaseOf(run: RunState['run'], underWay: Phase): Phase {
  if (run.finished_at) return 'finished';
  return run.status_id === STATUS_IN_QUEUE ? 'queued' : underWay;
}
