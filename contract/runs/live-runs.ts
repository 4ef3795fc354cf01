import { z } from 'zod';
import { signedInOrGuest } from '../http/endpoint.ts';
import { RunLanguage } from './run-languages.ts';
import { ProgramFiles } from './program-files.ts';
import { Limits, Outcome } from './runner.ts';

/**
 * Programs in a terminal. The page talks to the server over a WebSocket, and the server to a runner over an upgraded
 * connection. If any of them disconnects, the program ends.
 */

/** Output bytes in transit to the terminal; beyond that the program waits until they are displayed. */
export const OUTPUT_WINDOW_BYTES = 256 * 1024;
/** Input that the program has not read; input beyond that is dropped, and the page is notified. */
export const MAX_WAITING_INPUT_BYTES = 1024 * 1024;

/** The size of a terminal, in characters. */
export const WindowSize = z.object({
  columns: z.int().min(2).max(1000),
  rows: z.int().min(1).max(1000),
});
export type WindowSize = z.infer<typeof WindowSize>;

/** Messages to a running program, sent by the page and forwarded by the server. */
const toProgram = [
  z.object({ message: z.literal('input'), text: z.string().max(65_536) }),
  WindowSize.extend({ message: z.literal('resize') }),
  /** The number of output bytes displayed since the last message. */
  z.object({ message: z.literal('shown'), bytes: z.int().min(0) }),
  z.object({ message: z.literal('stop') }),
] as const;

/** Progress of a run. */
const fromProgram = [
  z.object({
    event: z.literal('queued'),
    place: z.int(),
    /** All runs queue for the compiler; only terminals queue for a terminal. */
    waitsFor: z.enum(['turn', 'terminal']).default('turn'),
  }),
  z.object({ event: z.literal('compiling') }),
  z.object({ event: z.literal('running') }),
  /** The program reads more slowly than the person types. */
  z.object({ event: z.literal('input_lost'), bytes: z.int() }),
] as const;

export type LiveProgress = z.infer<(typeof fromProgram)[number]>;

/** The path of the WebSocket. */
export const LIVE_RUNS_PATH = '/api/v1/runs/live';

/** Who may open one. */
export const LIVE_RUNS_ACCESS = signedInOrGuest;

/** The first message of a page. It has the token because addresses are logged. */
export const LiveRunStart = z.object({
  message: z.literal('start'),
  token: z.string(),
  languageId: z.int(),
  source: z.string(),
  /** The assignment, or empty for practice. */
  assignment: z.string().default(''),
  window: WindowSize,
});

/** Messages from page to server, as JSON; the first is a LiveRunStart. */
export const LiveRunMessage = z.discriminatedUnion('message', [...toProgram]);
export type LiveRunMessage = z.infer<typeof LiveRunMessage>;

/** Messages from server to page, as JSON. Output is sent between them as binary messages, unchanged. */
export const LiveRunEvent = z.discriminatedUnion('event', [
  /** The run is saved; its token works with all other calls about runs. */
  z.object({ event: z.literal('taken'), token: z.string() }),
  ...fromProgram,
  /** The last message of a run: its result can be read by its token. */
  z.object({ event: z.literal('finished') }),
  /** The last message if nothing runs. */
  z.object({ event: z.literal('refused'), status: z.int(), reason: z.string() }),
]);
export type LiveRunEvent = z.infer<typeof LiveRunEvent>;

/** The protocol that the server requests at a runner's `/live-runs`. Both sides then send one JSON text per line. */
export const LIVE_RUNS_PROTOCOL = 'vlabs-live-run';

/** When a program in a terminal is ended in favour of people who wait and have fewer terminals. */
export const LiveTurns = z.object({
  /** After this long without input and output, or if its person has several. */
  giveWayAfterMs: z.int().min(1),
  /** After this long in any case. */
  longestTurnMs: z.int().min(1),
});
export type LiveTurns = z.infer<typeof LiveTurns>;

/** The first line to the runner; LiveRunMessages follow. */
export const LiveRunOrder = z.object({
  language: RunLanguage,
  sourceBase64: z.string(),
  /** Further files. One at the place of the source is left out. */
  files: ProgramFiles.optional(),
  /** `outputKb` limits the whole output. */
  limits: Limits,
  /** The program is ended after this long without input and output. */
  idleTimeMs: z.int().min(1),
  /** The number of first output bytes to include in the outcome. */
  keptOutputBytes: z.int().min(0),
  window: WindowSize,
  /** Lower values go first in the queue. */
  priority: z.int().min(0).default(0),
  /** Identifies the person for fairness; empty if unknown. */
  person: z.string().default(''),
  /** The number of terminals this person already has, on all servers. */
  others: z.int().min(0).default(0),
  turns: LiveTurns.default({ giveWayAfterMs: 30_000, longestTurnMs: 180_000 }),
});
export type LiveRunOrder = z.infer<typeof LiveRunOrder>;

/** Messages from runner to server; `finished` or `busy` is the last. */
export const RunnerLiveEvent = z.discriminatedUnion('event', [
  ...fromProgram,
  z.object({ event: z.literal('output'), base64: z.string() }),
  /** Its one execution has everything shown in the terminal, including stderr and input. */
  z.object({ event: z.literal('finished'), outcome: Outcome }),
  z.object({ event: z.literal('busy') }),
]);
export type RunnerLiveEvent = z.infer<typeof RunnerLiveEvent>;
