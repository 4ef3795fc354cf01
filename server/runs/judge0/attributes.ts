import { findLanguage } from '@vlabs/contract/runs/languages';
import { findScript, MULTI_FILE_ID } from '@vlabs/contract/runs/run-languages';
import { z } from 'zod';
import type { RunFile } from '../store/run-files.ts';
import { type AdditionalFiles, readAdditionalFiles } from './additional-files.ts';
import { readInputs } from './inputs.ts';
import {
  type RunRequest,
  type ProgramInput,
  USUAL_LIMITS,
  isAssignment,
  isBlank as isBlankSource,
} from '../store/run.ts';
import { filesOfText } from '../store/written-program.ts';

export type Rule =
  | { name: string; kind: 'bytes'; required?: true }
  | { name: string; kind: 'blank' }
  | { name: string; kind: 'words' }
  | { name: string; kind: 'switch' }
  | { name: string; kind: 'never'; error: string }
  | { name: string; kind: 'refused'; error: string }
  | {
      name: string;
      /** `seconds` may have a fraction; `whole` is an integer. */
      kind: 'seconds' | 'whole';
      default: number;
      atLeast?: number;
      moreThan?: number;
      atMost: number;
    };

const CANNOT_BE_ENABLED = 'this option cannot be enabled';

/** Every request attribute except language_id, additional_files and inputs, which are read separately. */
export const attributeRules: readonly Rule[] = [
  { name: 'source_code', kind: 'bytes', required: true },
  { name: 'stdin', kind: 'bytes' },
  { name: 'expected_output', kind: 'bytes' },
  { name: 'compiler_options', kind: 'words' },
  { name: 'command_line_arguments', kind: 'words' },
  { name: 'redirect_stderr_to_stdout', kind: 'switch' },
  { name: 'collect_files', kind: 'switch' },
  { name: 'trace', kind: 'switch' },
  { name: 'number_of_runs', kind: 'whole', default: 1, moreThan: 0, atMost: 20 },
  {
    name: 'cpu_time_limit',
    kind: 'seconds',
    default: USUAL_LIMITS.cpuTimeMs / 1000,
    atLeast: 0,
    atMost: 15,
  },
  {
    name: 'cpu_extra_time',
    kind: 'seconds',
    default: USUAL_LIMITS.extraTimeMs / 1000,
    atLeast: 0,
    atMost: 5,
  },
  {
    name: 'wall_time_limit',
    kind: 'seconds',
    default: USUAL_LIMITS.wallTimeMs / 1000,
    atLeast: 1,
    atMost: 20,
  },
  {
    name: 'memory_limit',
    kind: 'whole',
    default: USUAL_LIMITS.memoryKb,
    atLeast: 2048,
    atMost: 512_000,
  },
  {
    name: 'stack_limit',
    kind: 'whole',
    default: USUAL_LIMITS.stackKb,
    atLeast: 0,
    atMost: 128_000,
  },
  {
    name: 'max_processes_and_or_threads',
    kind: 'whole',
    default: USUAL_LIMITS.processes,
    moreThan: 0,
    atMost: 120,
  },
  // The kernel's limits always apply to the whole program, including all its processes.
  { name: 'enable_per_process_and_thread_time_limit', kind: 'never', error: CANNOT_BE_ENABLED },
  { name: 'enable_per_process_and_thread_memory_limit', kind: 'never', error: CANNOT_BE_ENABLED },
  {
    name: 'max_file_size',
    kind: 'whole',
    default: USUAL_LIMITS.fileSizeKb,
    atLeast: 0,
    atMost: 4096,
  },
  { name: 'enable_network', kind: 'refused', error: 'enabling network is not allowed' },
  { name: 'callback_url', kind: 'refused', error: 'setting callback is not allowed' },
];

/** Judge0 wants no source in a program whose scripts are among its files. */
const multiFileRules = attributeRules.map((rule): Rule =>
  rule.name === 'source_code' ? { name: rule.name, kind: 'blank' } : rule,
);

function findMultiFileFault(files: readonly RunFile[]): string | null {
  if (files.length === 0) return "can't be blank";
  const paths = files.map(({ path }) => path);
  return findScript('run', paths) === null ? 'has no script run or run.sh' : null;
}

const MAX_WORDS = 512;
const NO_TEXT = 'is not a text';
const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
/** Values that Judge0's framework treats as false; every other value is true. */
const OFF = new Set<unknown>([false, 0, '0', 'f', 'F', 'false', 'FALSE', 'off', 'OFF']);

export type AttributeErrors = Record<string, string[]>;

/** The validated attributes. */
const Values = z.object({
  source_code: z.instanceof(Buffer),
  stdin: z.instanceof(Buffer).nullable(),
  expected_output: z.instanceof(Buffer).nullable(),
  compiler_options: z.string().nullable(),
  command_line_arguments: z.string().nullable(),
  redirect_stderr_to_stdout: z.boolean(),
  collect_files: z.boolean(),
  trace: z.boolean(),
  number_of_runs: z.int(),
  cpu_time_limit: z.number(),
  cpu_extra_time: z.number(),
  wall_time_limit: z.number(),
  memory_limit: z.int(),
  stack_limit: z.int(),
  max_processes_and_or_threads: z.int(),
  max_file_size: z.int(),
});

interface ReadingOptions {
  base64: boolean;
  isOffered?: (languageId: number) => boolean;
  additional?: AdditionalFiles;
}

/**
 * Reads a request as Judge0 does: coerces values where possible, with a separate message for each
 * error.
 */
export function readAttributes(
  request: Readonly<Record<string, unknown>>,
  { base64, isOffered = () => true, additional = { files: [] } }: ReadingOptions,
): { asked: RunRequest } | { errors: AttributeErrors } {
  const errors: AttributeErrors = {};
  const values: Record<string, unknown> = {};
  const refuse = (name: string, error: string) => (errors[name] ??= []).push(error);
  const languageId = readLanguageId(request['language_id']);
  const isMultiFile = languageId === MULTI_FILE_ID;
  for (const rule of isMultiFile ? multiFileRules : attributeRules) {
    const read = readOne(rule, request[rule.name], base64);
    if ('error' in read) refuse(rule.name, read.error);
    else values[rule.name] = read.value;
  }

  const language = isOffered(languageId ?? 0) ? findLanguage(languageId ?? 0) : null;
  if (languageId === null) refuse('language_id', "can't be blank");
  if (!language && !isMultiFile)
    refuse('language_id', `language with id ${languageId ?? ''} doesn't exist`);
  const options = values['compiler_options'];
  const isUncompiled = isMultiFile || language?.isCompiled === false;
  if (isUncompiled && typeof options === 'string' && options.trim() !== '') {
    refuse('compiler_options', 'setting compiler options is only allowed for compiled languages');
  }
  if ('error' in additional) refuse('additional_files', additional.error);
  const files = 'files' in additional ? additional.files : [];
  if (isMultiFile && 'files' in additional) {
    const fault = findMultiFileFault(files);
    if (fault !== null) refuse('additional_files', fault);
  }
  const inputs = readAllInputs(request, base64);
  if ('errors' in inputs) for (const error of inputs.errors) refuse('inputs', error);
  if (values['trace'] === true && 'value' in inputs && inputs.value !== null)
    refuse('trace', 'cannot be set together with inputs');
  if (values['trace'] === true && !isBlank(request['expected_output']))
    refuse('trace', 'cannot be set together with expected_output');
  const assignment = readAssignment(request['assignment']);
  if (assignment === null) refuse('assignment', 'is not known');
  if (assignment === null || 'errors' in inputs || Object.keys(errors).length > 0)
    return { errors };
  const plan = writePlan(Values.parse(values), languageId ?? 0);
  const parts = request['files_in_source'] === true && !isMultiFile ? partsOf(plan) : null;
  return { asked: { ...plan, files, ...parts, inputs: inputs.value, assignment } };
}

/** The files in the text of a program of our pages. */
function partsOf({ program }: Pick<RunRequest, 'program'>) {
  const { main, files } = filesOfText(program.languageId, program.source.toString('utf8'));
  return { program: { ...program, source: Buffer.from(main) }, files };
}

/** The same, with the archive of further files, which takes longer to read. */
export async function readRequest(
  request: Readonly<Record<string, unknown>>,
  options: Omit<ReadingOptions, 'additional'>,
) {
  const source = request['source_code'];
  const text = isScalar(source) ? bytesOf(source, options.base64)?.toString() : '';
  const additional = await readAdditionalFiles(request['additional_files'], text ?? '');
  return readAttributes(request, { ...options, additional });
}

/** Translates Judge0's attributes to a run plan. */
const writePlan = (values: z.infer<typeof Values>, languageId: number) => ({
  program: {
    languageId,
    source: values.source_code,
    compilerOptions: values.compiler_options,
    commandLineArguments: values.command_line_arguments,
    redirectStderrToStdout: values.redirect_stderr_to_stdout,
  },
  stdin: values.stdin,
  expectedOutput: values.expected_output,
  timesEach: values.number_of_runs,
  collectFiles: values.collect_files,
  isTrace: values.trace,
  limits: {
    cpuTimeMs: msOf(values.cpu_time_limit),
    extraTimeMs: msOf(values.cpu_extra_time),
    wallTimeMs: msOf(values.wall_time_limit),
    memoryKb: values.memory_limit,
    stackKb: values.stack_limit,
    processes: values.max_processes_and_or_threads,
    fileSizeKb: values.max_file_size,
  },
});

/** Exact to a microsecond, as `showSeconds` shows it. */
const msOf = (seconds: number) => Math.round(seconds * 1e6) / 1000;

function readAssignment(sent: unknown): string | null {
  if (sent === undefined || sent === null) return '';
  return typeof sent === 'string' && isAssignment(sent) ? sent : null;
}

function readAllInputs(
  request: Readonly<Record<string, unknown>>,
  base64: boolean,
): { value: ProgramInput[] | null } | { errors: string[] } {
  const sent = request['inputs'];
  if (sent === undefined || sent === null) return { value: null };
  const others = ['stdin', 'expected_output'].filter((name) => !isBlank(request[name]));
  if (others.length > 0) return { errors: [`cannot be set together with ${others.join(' and ')}`] };
  return readInputs(sent, (value) => bytesOf(value, base64));
}

type Read = { value: unknown } | { error: string };

function readOne(rule: Rule, sent: unknown, base64: boolean): Read {
  switch (rule.kind) {
    case 'bytes':
      return readBytes(sent, base64, rule.required ?? false);
    case 'blank':
      return isBlank(sent) ? { value: Buffer.alloc(0) } : { error: 'must be blank' };
    case 'words':
      return readWords(sent);
    case 'switch':
      return { value: readSwitch(sent) };
    case 'never':
      return readSwitch(sent) ? { error: rule.error } : { value: false };
    case 'refused':
      return isBlank(sent) || OFF.has(sent) ? { value: null } : { error: rule.error };
    default:
      return isBlank(sent) ? { value: rule.default } : readNumber(rule, sent);
  }
}

function readBytes(sent: unknown, base64: boolean, required: boolean): Read {
  if (!isScalar(sent)) return { error: NO_TEXT };
  const bytes = bytesOf(sent, base64);
  const blank = bytes === null || isBlankSource(bytes);
  return required && blank ? { error: "can't be blank" } : { value: bytes };
}

function bytesOf(sent: unknown, base64: boolean): Buffer | null {
  if (sent === undefined || sent === null) return null;
  return Buffer.from(textOf(sent), base64 ? 'base64' : 'utf8');
}

function readWords(sent: unknown): Read {
  if (!isScalar(sent)) return { error: NO_TEXT };
  if (sent === undefined || sent === null) return { value: null };
  const words = textOf(sent);
  if (words.length > MAX_WORDS) {
    return { error: `is too long (maximum is ${MAX_WORDS} characters)` };
  }
  return { value: words };
}

function readSwitch(sent: unknown): boolean {
  return !isBlank(sent) && !OFF.has(sent);
}

function readNumber(rule: Extract<Rule, { atMost: number }>, sent: unknown): Read {
  const given = typeof sent === 'string' && DECIMAL.test(sent) ? Number(sent) : sent;
  if (typeof given !== 'number' || Number.isNaN(given)) return { error: 'is not a number' };
  const { atLeast, moreThan, atMost, kind } = rule;
  const number = kind === 'whole' ? Math.trunc(given) : given;
  if (atLeast !== undefined && number < atLeast) {
    return { error: `must be greater than or equal to ${atLeast}` };
  }
  if (moreThan !== undefined && number <= moreThan) {
    return { error: `must be greater than ${moreThan}` };
  }
  if (number > atMost) {
    const limit = kind === 'seconds' ? atMost.toFixed(1) : atMost;
    return { error: `must be less than or equal to ${limit}` };
  }
  return { value: number };
}

/** "4" becomes 4 and "abc" becomes 0, which is no language. */
export function readLanguageId(sent: unknown): number | null {
  if (isBlank(sent)) return null;
  const number = typeof sent === 'number' ? sent : Number.parseInt(textOf(sent), 10);
  return Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : 0;
}

function isBlank(sent: unknown): boolean {
  return sent === undefined || sent === null || sent === '';
}

/** Lists and objects are not coerced to text. */
function isScalar(sent: unknown): boolean {
  return typeof sent !== 'object' || sent === null;
}

/** Judge0 stores numbers and booleans as text where text is expected. */
function textOf(sent: unknown): string {
  return typeof sent === 'string' ? sent : JSON.stringify(sent);
}

/** A request that is not an object has no attributes. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
