import { Registration, RegistrationProof } from '@vlabs/contract/auth/auth';
import { z } from 'zod';
import { StartFailure } from './start/start-failure.ts';

/** An invalid setting. The message names it, its value and the allowed values. */
export class ConfigError extends StartFailure {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string();
const wholeNumber = (min: number, max: number) =>
  text
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
const listOf = (item: z.ZodType<string, string>) =>
  text.transform((value) => value.split(',').map((part) => part.trim())).pipe(z.array(item));
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, ''));
const origin = z.string().refine((value) => URL.parse(value)?.origin === value);
/** A password may contain any character, with % signs for those that an address cannot hold. */
const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .transform((value) => new URL(value))
  .refine((url) => url.hostname !== '' && url.search === '' && /^\/?$/.test(url.pathname))
  .refine(({ username, password }) => isDecodable(username) && isDecodable(password));
const serviceToken = z.string().regex(/^[a-z0-9-]{1,40}:[^\s:]{32,256}$/);

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

interface Setting<Shape extends z.ZodType> {
  shape: Shape;
  /** Completes the sentence "It may hold …". */
  mayHold: string;
  /** The value is never printed. */
  secret?: true;
}
const setting = <Shape extends z.ZodType>(
  shape: Shape,
  mayHold: string,
  secret?: true,
): Setting<Shape> => ({ shape, mayHold, ...(secret && { secret }) });

/** What each kind of setting may hold. */
export const settings = {
  port: setting(wholeNumber(0, 65_535), 'a whole number from 0 (any free port) to 65535'),
  host: setting(text.regex(/^[^\s/]+$/), 'a host name or an address, like 127.0.0.1 or 0.0.0.0'),
  folder: setting(
    text.refine((path) => !path.includes('\0')),
    'the path of a folder',
  ),
  database: setting(
    z.url({ protocol: /^postgres(ql)?$/ }),
    'a URL like postgresql://user:password@host:5432/name',
    true,
  ),
  databasePool: setting(wholeNumber(2, 1000), 'a whole number of connections from 2 to 1000'),
  urls: setting(listOf(httpUrl), 'one or more http or https URLs with commas between'),
  url: setting(httpUrl, 'an http or https URL'),
  token: setting(
    text.regex(/^\S{1,1024}$/),
    'a text of up to 1024 characters without spaces',
    true,
  ),
  serviceTokens: setting(
    listOf(serviceToken),
    'name:token pairs with commas between, a token having 32 characters or more',
    true,
  ),
  publicUrl: setting(
    httpUrl.refine((url) => URL.parse(url)?.origin === url),
    'the address that people open, like https://lab.example.edu, without a path',
  ),
  onOff: setting(z.enum(['on', 'off']), 'on or off'),
  institution: setting(text.trim().min(1).max(100), 'a name of 1 to 100 characters'),
  email: setting(z.email().max(254), 'an email address like lab@example.edu'),
  smtp: setting(
    smtpUrl,
    'a URL like smtp://user:password@mail.example.edu:587 or smtps://mail.example.edu',
    true,
  ),
  mailsPerMinute: setting(wholeNumber(1, 100_000), 'a whole number of mails from 1 to 100000'),
  registration: setting(Registration, 'open, confirmed or roster'),
  registrationProof: setting(RegistrationProof, 'email or code'),
  classMakers: setting(z.enum(['staff', 'campus']), 'staff or campus'),
  seconds: setting(wholeNumber(0, 3600), 'a whole number of seconds from 0 to 3600'),
  timeout: setting(wholeNumber(1, 600), 'a whole number of seconds from 1 to 600'),
  fileMegabytes: setting(wholeNumber(1, 5000), 'a whole number of megabytes from 1 to 5000'),
  bucket: setting(
    text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
    'the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  ),
  timeZone: setting(text.regex(/^[\w+-]+(?:\/[\w+-]+)*$/), 'a time zone like Asia/Kolkata'),
  region: setting(text.regex(/^[\w-]{1,64}$/), 'a region like us-east-1'),
  days: setting(wholeNumber(1, 36_500), 'a whole number of days from 1 to 36500'),
  idleMinutes: setting(wholeNumber(5, 1440), 'a whole number of minutes from 5 to 1440'),
  sessionDays: setting(wholeNumber(1, 365), 'a whole number of days from 1 to 365'),
  sessionHours: setting(wholeNumber(1, 8760), 'a whole number of hours from 1 to 8760'),
  slots: setting(wholeNumber(1, 64), 'a whole number of programs from 1 to 64'),
  maxWaiting: setting(wholeNumber(0, 10_000), 'a whole number of programs from 0 to 10000'),
  liveRuns: setting(wholeNumber(1, 128), 'a whole number of programs from 1 to 128'),
  connections: setting(wholeNumber(100, 1_000_000), 'a whole number from 100 to 1000000'),
  megabytes: setting(wholeNumber(0, 1_000_000), 'a whole number of megabytes from 0 to 1000000'),
  origins: setting(
    listOf(origin),
    'one or more origins like https://lab.example.edu with commas between',
  ),
  proxies: setting(
    listOf(z.string().regex(/^[0-9a-f.:]+(\/\d{1,3})?$/i)),
    'one or more addresses or networks like 10.0.0.0/8 with commas between',
  ),
  aiProvider: setting(z.enum(['google', 'openai-compatible']), 'google or openai-compatible'),
  aiModel: setting(text.regex(/^[\w.:/@+-]{1,200}$/), 'the name of a model, like gemini-2.5-flash'),
  logLevel: setting(z.enum(LOG_LEVELS), `one of ${LOG_LEVELS.join(', ')}`),
};

/** Reads a variable; null if it is missing or empty. */
export type ReadOptional = <Shape extends z.ZodType>(
  variable: string,
  setting: Setting<Shape>,
) => z.output<Shape> | null;

/** Throws ConfigError if the value is invalid. */
export function readSetting<Shape extends z.ZodType>(
  value: string | undefined,
  variable: string,
  { shape, mayHold, secret }: Setting<Shape>,
): z.output<Shape> | null {
  if (value === undefined || value.trim() === '') return null;
  const result = shape.safeParse(value.trim());
  if (result.success) return result.data;
  const shown = secret ? '(hidden)' : JSON.stringify(value.slice(0, 200));
  throw new ConfigError(`${variable} holds ${shown}. It may hold ${mayHold}.`);
}
