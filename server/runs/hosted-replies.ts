import type { Verdict } from '@vlabs/contract/runner';
import { z } from 'zod';
import type { InputResult } from './run-result.ts';

/** What a hosted Judge0 answers, as far as it is used. */

export const HostedToken = z.object({ token: z.string().min(1) });

export const HostedLanguages = z.array(z.object({ id: z.number() }));

export const HostedLanguage = z.object({
  name: z.string(),
  source_file: z.string().nullish(),
  compile_cmd: z.string().nullish(),
  run_cmd: z.string().nullish(),
});

export type HostedLanguage = z.infer<typeof HostedLanguage>;

/** A refusal: one text, or texts for each attribute. */
export const HostedRefusal = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const bytes = z
  .string()
  .nullable()
  .transform((text) => Buffer.from(text ?? '', 'base64'));
const seconds = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : Number(value)))
  .pipe(z.number().nullable());

export const HostedRun = z.object({
  status: z.object({ id: z.int().min(1).max(14) }),
  stdout: bytes,
  stderr: bytes,
  compile_output: bytes,
  message: bytes,
  exit_code: z.int().nullable(),
  exit_signal: z.int().nullable(),
  time: seconds,
  wall_time: seconds,
  memory: z.number().nullable(),
});
export type HostedRun = z.infer<typeof HostedRun>;

/** The fields that are asked for. */
export const HOSTED_FIELDS = Object.keys(HostedRun.shape).join(',');

export const STATUS_COMPILE_ERROR = 6;
const STATUS_PROCESSING = 2;

export const hasEnded = ({ status }: HostedRun): boolean => status.id > STATUS_PROCESSING;

const VERDICTS: ReadonlyMap<number, Verdict> = new Map([
  [3, 'accepted'],
  [4, 'wrong_answer'],
  [5, 'time_limit'],
  [STATUS_COMPILE_ERROR, 'compile_error'],
  [13, 'internal_error'],
]);

/** Judge0 has no status for these, so their words tell. */
const VERDICTS_OF_MESSAGES: ReadonlyMap<string, Verdict> = new Map([
  ['Memory limit exceeded', 'memory_limit'],
  ['Output limit exceeded', 'output_limit'],
]);

/** Its statuses and fields as they are, and our verdict to them. */
export function readHostedRun(run: HostedRun, name: string | null): InputResult {
  const message = run.message.toString('utf8').replaceAll('\0', '') || null;
  return {
    name,
    status_id: run.status.id,
    verdict:
      VERDICTS_OF_MESSAGES.get(message ?? '') ?? VERDICTS.get(run.status.id) ?? 'runtime_error',
    stdout: run.stdout,
    stderr: run.stderr,
    message,
    exit_code: run.exit_code,
    exit_signal: run.exit_signal,
    time: run.time,
    wall_time: run.wall_time,
    memory: run.memory === null ? null : Math.round(run.memory),
  };
}
