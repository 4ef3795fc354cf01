import type { Diagnostic, Run } from '@vlabs/contract/runs/runs';
import { decodeBase64, decodeBase64Text } from '../../platform/base64-text.ts';
import type { WrittenFile } from './written-files.ts';

const STATUS_ACCEPTED = 3;
const STATUS_OTHER_RUNTIME_ERROR = 12;
const BYTES_PER_KILOBYTE = 1024;

/** The result of a finished run, decoded. */
export interface RunResult {
  statusId: number;
  description: string;
  stdout: string;
  stderr: string;
  compileOutput: string;
  /** One line from the runner, such as `Time limit exceeded`; null if there is none. */
  message: string | null;
  /** In seconds as the server formats it, e.g. `0.31`; null if the program never ran. */
  timeSeconds: string | null;
  memoryBytes: number | null;
  verdict: string | null;
  /** Locations in the program that the compiler or interpreter reported. */
  diagnostics: readonly Diagnostic[];
  /** Those that it wrote on User Input. */
  files: readonly WrittenFile[];
  /** One per input, in order; null if the program ran on User Input alone. */
  results: readonly InputResult[] | null;
}

/** The result on one of several inputs. */
export interface InputResult {
  name: string;
  statusId: number;
  description: string;
  verdict: string;
  stdout: string;
  stderr: string;
  message: string | null;
  timeSeconds: string | null;
  files: readonly WrittenFile[];
}

export function hasEnded(run: Run): boolean {
  return (run.status?.id ?? 0) >= STATUS_ACCEPTED;
}

export function isAccepted(result: RunResult): boolean {
  return result.statusId === STATUS_ACCEPTED;
}

/** The student stopped it; Judge0 has no status for that. */
export function isStopped(result: RunResult): boolean {
  return result.statusId === STATUS_OTHER_RUNTIME_ERROR && /^Stopped\b/.test(result.message ?? '');
}

/** Decodes a finished run that was requested with base64_encoded=true. */
export function readRunResult(run: Run): RunResult {
  if (!run.status) throw new Error('A finished run must have a status.');
  const message = textOf(run.message).trim();
  return {
    statusId: run.status.id,
    description: run.status.description,
    stdout: textOf(run.stdout),
    stderr: textOf(run.stderr),
    compileOutput: textOf(run.compile_output),
    message: message === '' ? null : message,
    timeSeconds: run.time ?? null,
    memoryBytes: typeof run.memory === 'number' ? run.memory * BYTES_PER_KILOBYTE : null,
    verdict: run.verdict ?? null,
    diagnostics: run.diagnostics ?? [],
    files: readFiles(run.output_files),
    results: run.results?.map(readInputResult) ?? null,
  };
}

function readInputResult(result: NonNullable<Run['results']>[number]): InputResult {
  const message = textOf(result.message).trim();
  return {
    name: result.name ?? '',
    statusId: result.status.id,
    description: result.status.description,
    verdict: result.verdict,
    stdout: textOf(result.stdout),
    stderr: textOf(result.stderr),
    message: message === '' ? null : message,
    timeSeconds: result.time,
    files: readFiles(result.output_files),
  };
}

const readFiles = (files: Run['output_files']): WrittenFile[] =>
  (files ?? []).map((file) => ({ path: file.path, bytes: decodeBase64(file.content_base64) }));

function textOf(base64: string | null | undefined): string {
  return base64 === null || base64 === undefined ? '' : decodeBase64Text(base64);
}
