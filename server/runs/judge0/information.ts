import { readFileSync } from 'node:fs';
import { cpus, endianness, machine, totalmem } from 'node:os';
import { JUDGE0_VERSION } from '@vlabs/contract/runs/judge0';
import { MAX_PROGRAM_FILES_BYTES } from '@vlabs/contract/runs/program-files';
import { type Rule, attributeRules } from './attributes.ts';

export const MAX_IN_BATCH = 20;

export const about = {
  version: JUDGE0_VERSION,
  homepage: '/about',
  source_code: '/docs',
  maintainer: 'V-labs',
};

export const ISOLATE_TEXT =
  'Programs are confined by bubblewrap, control groups and a seccomp filter.\n';

export const LICENSE_TEXT =
  'V-labs implements Judge0’s API and contains none of its code. V-labs itself is published ' +
  'under no open licence: ask the operator of this installation before you copy any of it.\n';

/** Lists an attribute's default under its name, and its limit under `max_` and its name. */
function listLimits(rule: Rule): [string, number][] {
  if (!('atMost' in rule)) return [];
  return [
    [rule.name, rule.default],
    [`max_${rule.name}`, rule.atMost],
  ];
}

/** All settings that Judge0 reports, with the values that apply here. */
export function describeSettings({
  mayDelete,
  maxWaiting,
}: {
  mayDelete: boolean;
  maxWaiting: number;
}) {
  return {
    maintenance_mode: false,
    enable_wait_result: true,
    enable_compiler_options: true,
    allowed_languages_for_compile_options: [],
    enable_command_line_arguments: true,
    enable_submission_delete: mayDelete,
    enable_callbacks: false,
    // As Judge0 reports it; callbacks are never made.
    callbacks_max_tries: 3,
    callbacks_timeout: 5,
    enable_additional_files: true,
    max_queue_size: maxWaiting,
    ...Object.fromEntries(attributeRules.flatMap(listLimits)),
    enable_per_process_and_thread_time_limit: false,
    allow_enable_per_process_and_thread_time_limit: false,
    enable_per_process_and_thread_memory_limit: false,
    allow_enable_per_process_and_thread_memory_limit: false,
    redirect_stderr_to_stdout: false,
    // In kilobytes: further files of a program together.
    max_extract_size: MAX_PROGRAM_FILES_BYTES / 1024,
    enable_batched_submissions: true,
    max_submission_batch_size: MAX_IN_BATCH,
    submission_cache_duration: 0,
    use_docs_as_homepage: false,
    allow_enable_network: false,
    enable_network: false,
  };
}

/** This server's machine, with the field names of lscpu and free. */
export function describeSystem(): Record<string, string> {
  const [processor] = cpus();
  return {
    Architecture: machine(),
    'Byte Order': endianness() === 'LE' ? 'Little Endian' : 'Big Endian',
    'CPU(s)': String(cpus().length),
    'Model name': processor?.model ?? 'unknown',
    Mem: gibibytes(totalmem()),
    Swap: gibibytes(swapBytes()),
  };
}

const gibibytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)}Gi`;

function swapBytes(): number {
  const kilobytes = /^SwapTotal:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
