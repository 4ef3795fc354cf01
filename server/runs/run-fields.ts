import { statuses } from '@vlabs/contract/runs';
import type { RunRecord } from './runs.queries.ts';
import type { Phase } from './run-phases.ts';
import { invalidFields, notUtf8 } from './run-refusals.ts';

/** A run with what only the servers know of it. */
export interface RunState {
  run: RunRecord;
  phase: Phase;
  /** Runs ahead of it, while it waits. */
  queuePlace: number | null;
  /** As the compiler that is installed calls itself. */
  languageName: string;
}

/** How a field is written: bytes as text or base64, seconds as a decimal text, the rest as it is. */
type Format = 'bytes' | 'seconds' | 'date' | 'plain';

interface Field {
  name: string;
  format: Format;
  read: (state: RunState) => unknown;
}

const fields: readonly Field[] = [
  ...attribute('bytes', 'source_code'),
  ...attribute('plain', 'language_id'),
  ...attribute('bytes', 'stdin', 'expected_output', 'stdout'),
  ...attribute('plain', 'status_id'),
  ...attribute('date', 'created_at', 'finished_at'),
  ...attribute('seconds', 'time'),
  ...attribute('plain', 'memory'),
  ...attribute('bytes', 'stderr'),
  ...attribute('plain', 'token', 'number_of_runs'),
  ...attribute('seconds', 'cpu_time_limit', 'cpu_extra_time', 'wall_time_limit'),
  ...attribute('plain', 'memory_limit', 'stack_limit', 'max_processes_and_or_threads'),
  ...attribute('plain', 'enable_per_process_and_thread_time_limit'),
  ...attribute('plain', 'enable_per_process_and_thread_memory_limit', 'max_file_size'),
  ...attribute('bytes', 'compile_output'),
  ...attribute('plain', 'exit_code', 'exit_signal'),
  { name: 'message', format: 'bytes', read: ({ run }) => asBytes(run.message) },
  ...attribute('seconds', 'wall_time'),
  ...attribute('plain', 'compiler_options', 'command_line_arguments', 'redirect_stderr_to_stdout'),
  { name: 'callback_url', format: 'plain', read: () => null },
  { name: 'additional_files', format: 'plain', read: () => null },
  { name: 'enable_network', format: 'plain', read: () => false },
  { name: 'status', format: 'plain', read: ({ run }) => statusOf(run.status_id) },
  {
    name: 'language',
    format: 'plain',
    read: ({ run, languageName }) => ({ id: run.language_id, name: languageName }),
  },
  // What follows are additions to Judge0.
  ...attribute('plain', 'verdict'),
  { name: 'phase', format: 'plain', read: ({ phase }) => phase },
  { name: 'queue_place', format: 'plain', read: ({ queuePlace }) => queuePlace },
];

const fieldsByName = new Map(fields.map((field) => [field.name, field]));

const DEFAULT_FIELDS =
  'stdout,time,memory,stderr,token,compile_output,message,status,verdict,phase,queue_place';

export type ChosenFields = readonly Field[];

/** Reads the `fields` parameter: names with commas between, `*` for all, none for Judge0's usual. */
export function chooseFields(parameter: string | undefined): ChosenFields {
  const names = (parameter?.trim() || DEFAULT_FIELDS).split(',').map((name) => name.trim());
  if (names.includes('*')) return fields;
  const unknown = names.filter((name) => !fieldsByName.has(name));
  if (unknown.length > 0) throw invalidFields(unknown);
  return names.flatMap((name) => fieldsByName.get(name) ?? []);
}

/** Throws where a text is not UTF-8 and base64 was not asked for. */
export function showRun(
  state: RunState,
  chosen: ChosenFields,
  { base64 }: { base64: boolean },
): Record<string, unknown> {
  return Object.fromEntries(
    chosen.map(({ name, format, read }) => [name, show(read(state), format, base64)]),
  );
}

function attribute(format: Format, ...names: (keyof RunRecord)[]): Field[] {
  return names.map((name) => ({ name, format, read: ({ run }) => run[name] }));
}

function show(value: unknown, format: Format, base64: boolean): unknown {
  if (value === null) return null;
  if (format === 'bytes' && Buffer.isBuffer(value)) return showBytes(value, base64);
  if (format === 'seconds') return showSeconds(Number(value));
  if (format === 'date' && value instanceof Date) return value.toISOString();
  return value;
}

function showBytes(bytes: Buffer, base64: boolean): string | null {
  if (bytes.length === 0) return null;
  if (base64) return bytes.toString('base64').replaceAll(/.{1,60}/g, '$&\n');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notUtf8();
  }
}

/** "5.0", "0.001": at least one digit after the point, and never an exponent. */
function showSeconds(seconds: number): string {
  return Number.isInteger(seconds) ? seconds.toFixed(1) : String(Number(seconds.toFixed(6)));
}

function asBytes(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text);
}

function statusOf(id: number) {
  const status = statuses.find((candidate) => candidate.id === id);
  if (!status) throw new Error(`There is no status ${id}.`);
  return { id: status.id, description: status.description };
}
