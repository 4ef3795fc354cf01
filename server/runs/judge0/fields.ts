import { statusOf } from '@vlabs/contract/runs/judge0';
import { requireLanguage } from '@vlabs/contract/runs/languages';
import { MULTI_FILE_ID } from '@vlabs/contract/runs/run-languages';
import type { OutputFile } from '@vlabs/contract/runs/program-files';
import type { Diagnostic, WrittenFile } from '@vlabs/contract/runs/runs';
import { readDiagnostics } from '../diagnostics/diagnostics.ts';
import type { InputResult, ProgramInput } from '../store/run.ts';
import type { RunState } from '../history/read-runs.ts';
import type { LongText } from '../store/shown-runs.queries.ts';
import type { RunFile } from '../store/run-files.ts';
import { writeArchive } from './additional-files.ts';
import { NotUtf8, invalidFields } from './refusals.ts';

interface Encoding {
  base64: boolean;
}

interface Field {
  name: string;
  show: (state: RunState, encoding: Encoding) => unknown;
  /** The long columns that the field needs. */
  texts?: readonly LongText[];
}

const fields: readonly Field[] = [
  textField('source_code', ({ program }) => program.source),
  plainField('language_id', ({ program }) => program.languageId),
  textField('stdin', (run) => run.stdin),
  textField('expected_output', (run) => run.expectedOutput),
  outputField('stdout', ({ result }) => result?.stdout),
  plainField('status_id', (run) => statusOfRun(run).id),
  plainField('created_at', (run) => run.createdAt.toISOString()),
  plainField('finished_at', (run) => run.finishedAt?.toISOString()),
  secondsField('time', ({ result }) => result?.cpuTimeMs),
  plainField('memory', ({ result }) => result?.memoryKb),
  outputField('stderr', ({ result }) => result?.stderr),
  plainField('token', (run) => run.token),
  plainField('number_of_runs', (run) => run.timesEach),
  secondsField('cpu_time_limit', ({ limits }) => limits.cpuTimeMs),
  secondsField('cpu_extra_time', ({ limits }) => limits.extraTimeMs),
  secondsField('wall_time_limit', ({ limits }) => limits.wallTimeMs),
  plainField('memory_limit', ({ limits }) => limits.memoryKb),
  plainField('stack_limit', ({ limits }) => limits.stackKb),
  plainField('max_processes_and_or_threads', ({ limits }) => limits.processes),
  plainField('enable_per_process_and_thread_time_limit', () => false),
  plainField('enable_per_process_and_thread_memory_limit', () => false),
  plainField('max_file_size', ({ limits }) => limits.fileSizeKb),
  outputField('compile_output', ({ result }) => result?.compileOutput),
  plainField('exit_code', ({ result }) => result?.exitCode),
  plainField('exit_signal', ({ result }) => result?.exitSignal),
  {
    name: 'message',
    show: ({ run }, { base64 }) => showText(run.result?.message ?? null, base64),
  },
  secondsField('wall_time', ({ result }) => result?.wallTimeMs),
  plainField('compiler_options', ({ program }) => program.compilerOptions),
  plainField('command_line_arguments', ({ program }) => program.commandLineArguments),
  plainField('redirect_stderr_to_stdout', ({ program }) => program.redirectStderrToStdout),
  plainField('callback_url', () => null),
  {
    name: 'additional_files',
    texts: ['files'],
    show: ({ run }) => showArchive(run.files),
  },
  plainField('enable_network', () => false),
  plainField('status', statusOfRun),
  {
    name: 'language',
    show: ({ run, languageName }) => ({ id: run.program.languageId, name: languageName }),
  },
  // Our additions to Judge0's fields.
  plainField('verdict', ({ result }) => result?.verdict),
  { name: 'phase', show: ({ phase }) => phase },
  { name: 'queue_place', show: ({ queuePlace }) => queuePlace },
  {
    name: 'diagnostics',
    texts: ['compile_output', 'stderr', 'source_code'],
    show: ({ run }) => diagnosticsOf(run),
  },
  plainField('collect_files', (run) => run.collectFiles),
  {
    name: 'output_files',
    texts: ['output_files'],
    show: ({ run }) =>
      run.collectFiles && run.result && !run.isCut ? run.result.outputFiles.map(showFile) : null,
  },
  {
    name: 'trace',
    texts: ['trace'],
    show: ({ run }) => run.result?.trace?.toString('base64') ?? null,
  },
  {
    name: 'inputs',
    texts: ['inputs'],
    show: ({ run }, { base64 }) => run.inputs?.map((input) => showInput(input, base64)) ?? null,
  },
  {
    name: 'results',
    texts: ['results'],
    show: ({ run }, { base64 }) =>
      run.result?.results?.map((result) => showResult(result, base64)) ?? null,
  },
];

const fieldsByName = new Map(fields.map((field) => [field.name, field]));

const DEFAULT_FIELDS = [
  'stdout,time,memory,stderr,token,compile_output,message,status',
  'verdict,phase,queue_place,diagnostics,results,output_files',
].join(',');

export type ChosenFields = readonly Field[];

/**
 * Parses the `fields` parameter: comma-separated names, `*` for all, Judge0's defaults if absent.
 */
export function chooseFields(parameter: string | undefined): ChosenFields {
  const sent = splitList(parameter ?? '');
  const names = (sent.length > 0 ? sent : splitList(DEFAULT_FIELDS)).map((name) => name.trim());
  if (names.includes('*')) return fields;
  const unknown = names.filter((name) => !fieldsByName.has(name));
  if (unknown.length > 0) throw invalidFields(unknown);
  return names.flatMap((name) => fieldsByName.get(name) ?? []);
}

/** The long columns needed to show these fields. */
export const textsOf = (chosen: ChosenFields): LongText[] => [
  ...new Set(chosen.flatMap(({ texts = [] }) => texts)),
];

/** Throws NotUtf8 if a text is not UTF-8 and base64 was not requested. */
export function showRun(
  state: RunState,
  chosen: ChosenFields,
  encoding: Encoding,
): Record<string, unknown> {
  const shown = Object.fromEntries(chosen.map(({ name, show }) => [name, show(state, encoding)]));
  return state.run.isCut ? { ...shown, cut: sayCut(state.run) } : shown;
}

const sayCut = ({ token }: { token: string }): string =>
  `Omitted because the texts of one reply are limited to 4 MB. Request this run alone at /judge0/submissions/${token}.`;

type Shown = RunState['run'];

function statusOfRun({ driver, result }: Shown) {
  return statusOf({ isWaiting: driver === null, ending: result });
}

/** Returned unchanged. */
function plainField(name: string, read: (run: Shown) => unknown): Field {
  return { name, show: ({ run }) => read(run) ?? null };
}

/** A decimal string. */
function secondsField(name: string, read: (run: Shown) => number | null | undefined): Field {
  return { name, show: ({ run }) => showSeconds(read(run) ?? null) };
}

/** Bytes received from the client. */
function textField(name: LongText, read: (run: Shown) => Buffer | null): Field {
  return { name, texts: [name], show: ({ run }, { base64 }) => showBytes(read(run), base64) };
}

/** Bytes printed by the program; null if there are none. */
function outputField(name: LongText, read: (run: Shown) => Buffer | null | undefined): Field {
  return {
    name,
    texts: [name],
    show: ({ run }, { base64 }) => showOutput(read(run) ?? null, base64),
  };
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

/** Empty program output is null; an empty text from the client stays empty. */
function showOutput(bytes: Buffer | null, base64: boolean): string | null {
  return bytes?.length === 0 ? null : showBytes(bytes, base64);
}

function showText(text: string | null, base64: boolean): string | null {
  return text === null ? null : showBytes(Buffer.from(text), base64);
}

/** In seconds: "5.0", "0.001"; at least one digit after the point, no exponent. */
function showSeconds(ms: number | null): string | null {
  if (ms === null) return null;
  const seconds = ms / 1000;
  return Number.isInteger(seconds) ? seconds.toFixed(1) : String(Number(seconds.toFixed(6)));
}

/** Always in base64, as Judge0 does. */
function showArchive(files: readonly RunFile[]): string | null {
  return files.length === 0 ? null : showBytes(writeArchive(files), true);
}

const bytesOf = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'));

function showInput(input: ProgramInput, base64: boolean) {
  const { name, stdinBase64, expectedOutputBase64, rule } = input;
  const { comparison, tolerance, toleranceIs } = rule ?? {};
  return {
    name,
    stdin: showBytes(bytesOf(stdinBase64), base64),
    expected_output: showBytes(bytesOf(expectedOutputBase64), base64),
    ...(rule && { comparison, tolerance, tolerance_is: toleranceIs ?? 'either' }),
  };
}

function showResult(result: InputResult, base64: boolean) {
  return {
    name: result.name,
    status: statusOf({ isWaiting: false, ending: result }),
    verdict: result.verdict,
    stdout: showOutput(bytesOf(result.stdoutBase64), base64),
    stderr: showOutput(bytesOf(result.stderrBase64), base64),
    message: showText(result.message, base64),
    exit_code: result.exitCode,
    exit_signal: result.exitSignal,
    time: showSeconds(result.cpuTimeMs),
    wall_time: showSeconds(result.wallTimeMs),
    memory: result.memoryKb,
    ...(result.files && { output_files: result.files.map(showOutputFile) }),
  };
}

const showOutputFile = ({ path, contentBase64 }: OutputFile): WrittenFile => ({
  path,
  content_base64: contentBase64,
});

const showFile = ({ path, bytes }: RunFile): WrittenFile => ({
  path,
  content_base64: bytes.toString('base64'),
});

/** Null until the run has ended. */
function diagnosticsOf(run: Shown): Diagnostic[] | null {
  const { program, result } = run;
  if (!result || run.isCut) return null;
  // Its messages are about files that are not shown.
  if (program.languageId === MULTI_FILE_ID) return [];
  return readDiagnostics({
    compileOutput: result.compileOutput?.toString('utf8') ?? '',
    stderr: result.stderr?.toString('utf8') ?? '',
    language: requireLanguage(program.languageId),
    source: program.source?.toString('utf8') ?? '',
  });
}

/** Splits at commas as Judge0 does: drops trailing empty items and keeps inner ones. */
export function splitList(text: string): string[] {
  const end = text.trim().replace(/(?<!,),+$/, '');
  return end === '' ? [] : end.split(',');
}
