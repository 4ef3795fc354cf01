import { z } from 'zod';
import type { InputResult } from '../store/run.ts';

/** Replies of a hosted Judge0, as far as they are used. */

const MAX_LANGUAGES = 1000;
/** Maximum length of its status messages. */
const MAX_MESSAGE = 2000;
const MAX_NAME = 200;
const MAX_COMMAND = 2000;

/** Becomes part of a URL, so the pattern is strict. */
export const HostedToken = z.object({ token: z.string().regex(/^[\w-]{1,100}$/) });

export const HostedLanguages = z.array(z.looseObject({ id: z.number() })).max(MAX_LANGUAGES);

export const HostedLanguage = z.object({
  name: z.string().max(MAX_NAME),
  source_file: z.string().max(MAX_NAME).nullish(),
  compile_cmd: z.string().max(MAX_COMMAND).nullish(),
  run_cmd: z.string().max(MAX_COMMAND).nullish(),
});

export type HostedLanguage = z.infer<typeof HostedLanguage>;

/** A refusal: one text, or a list of texts per attribute. */
export const HostedRefusal = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

const bytes = z
  .string()
  .nullable()
  .transform((text) => Buffer.from(text ?? '', 'base64'));
/** Seconds, read as milliseconds. */
const seconds = z
  .union([z.string(), z.number()])
  .nullable()
  .transform((value) => (value === null ? null : Math.round(Number(value) * 1e6) / 1000))
  .pipe(z.number().min(0).max(1e9).nullable());
/** Larger values are invalid and do not fit the column. */
const number = z.int32().nullable();

export const HostedRun = z.object({
  /** Optional: not every Judge0 returns it. */
  token: z.string().nullish(),
  status: z.object({ id: z.int().min(1).max(14) }),
  stdout: bytes,
  stderr: bytes,
  compile_output: bytes,
  message: bytes,
  exit_code: number,
  exit_signal: number,
  time: seconds,
  wall_time: seconds,
  memory: z
    .number()
    .min(0)
    .max(2 ** 31 - 1)
    .nullable(),
});
export type HostedRun = z.infer<typeof HostedRun>;

/** The fields that are requested. */
export const HOSTED_FIELDS = Object.keys(HostedRun.shape).join(',');

export const STATUS_COMPILE_ERROR = 6;
const STATUS_PROCESSING = 2;

export const hasEnded = ({ status }: HostedRun): boolean => status.id > STATUS_PROCESSING;

type EndedVerdict = InputResult['verdict'];

const VERDICTS: ReadonlyMap<number, EndedVerdict> = new Map([
  [3, 'accepted'],
  [4, 'wrong_answer'],
  [5, 'time_limit'],
  [13, 'internal_error'],
]);

/** The signals of its other statuses; not every Judge0 returns them. */
const SIGNALS: ReadonlyMap<number, number> = new Map([
  [7, 11],
  [8, 25],
  [9, 8],
  [10, 6],
]);

/** Judge0 has no status for these verdicts; its message identifies them. */
const VERDICTS_OF_MESSAGES: ReadonlyMap<string, EndedVerdict> = new Map([
  ['Memory limit exceeded', 'memory_limit'],
  ['Output limit exceeded', 'output_limit'],
]);

/** Reads the result on one input; its status became a verdict and a signal. */
export function readHostedRun(run: HostedRun, name: string | null): InputResult {
  const text = run.message.subarray(0, MAX_MESSAGE).toString('utf8');
  const message = text.replaceAll('\0', '') || null;
  const verdict =
    VERDICTS_OF_MESSAGES.get(message ?? '') ?? VERDICTS.get(run.status.id) ?? 'runtime_error';
  const signal = verdict === 'runtime_error' ? SIGNALS.get(run.status.id) : undefined;
  return {
    name,
    verdict,
    stdoutBase64: run.stdout.toString('base64'),
    stderrBase64: run.stderr.toString('base64'),
    message,
    exitCode: run.exit_code,
    exitSignal: run.exit_signal ?? signal ?? null,
    cpuTimeMs: run.time,
    wallTimeMs: run.wall_time,
    memoryKb: run.memory === null ? null : Math.round(run.memory),
  };
}
