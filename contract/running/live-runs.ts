import { z } from 'zod';
import { signedInOrGuest } from '../endpoint.ts';
import { Language } from './languages.ts';
import { Limits, Outcome } from './runner.ts';

/*
 * A program that is run in a terminal: it is answered while it runs. The page speaks to the server over
 * a WebSocket, and the server to a runner over an upgraded connection. Whichever side goes away, the
 * program ends.
 */

/** Bytes of output that may be on their way to the terminal; then the program waits until they are shown. */
export const OUTPUT_WINDOW_BYTES = 256 * 1024;
/** What was typed and the program has not read; what is typed beyond that is not taken, and that is said. */
export const MAX_WAITING_INPUT_BYTES = 1024 * 1024;

/** Of a terminal, in characters. */
export const WindowSize = z.object({
  columns: z.int().min(2).max(1000),
  rows: z.int().min(1).max(1000),
});
export type WindowSize = z.infer<typeof WindowSize>;

/** What is said to a program that runs, by the page and passed on by the server. */
const toProgram = [
  z.object({ message: z.literal('input'), text: z.string().max(65_536) }),
  WindowSize.extend({ message: z.literal('resize') }),
  /** So much more of the output was shown. */
  z.object({ message: z.literal('shown'), bytes: z.int().min(0) }),
  z.object({ message: z.literal('stop') }),
] as const;

/** How far it is. */
const fromProgram = [
  z.object({
    event: z.literal('queued'),
    place: z.int(),
    /** For the compiler all runs wait together; for a terminal only those that want one. */
    waitsFor: z.enum(['turn', 'terminal']).default('turn'),
  }),
  z.object({ event: z.literal('compiling') }),
  z.object({ event: z.literal('running') }),
  /** The program reads more slowly than was typed. */
  z.object({ event: z.literal('input_lost'), bytes: z.int() }),
] as const;

export type LiveProgress = z.infer<(typeof fromProgram)[number]>;

/** Where a page opens its WebSocket. */
export const LIVE_RUNS_PATH = '/api/v1/runs/live';

/** Who may open one. */
export const LIVE_RUNS_ACCESS = signedInOrGuest;

/** The first message of a page. The token travels here, because an address is written into logs. */
export const LiveRunStart = z.object({
  message: z.literal('start'),
  token: z.string(),
  languageId: z.int(),
  source: z.string(),
  /** For which it is run; empty for the person's own practice. */
  assignment: z.string().default(''),
  window: WindowSize,
});

/** Page to server, as JSON; the first is a LiveRunStart. */
export const LiveRunMessage = z.discriminatedUnion('message', [...toProgram]);
export type LiveRunMessage = z.infer<typeof LiveRunMessage>;

/** Server to page, as JSON. Output comes between them as binary messages, byte for byte. */
export const LiveRunEvent = z.discriminatedUnion('event', [
  /** The run is kept; its token is the one that every other call of runs takes. */
  z.object({ event: z.literal('taken'), token: z.string() }),
  ...fromProgram,
  /** The last one of a run: its result can be read by its token. */
  z.object({ event: z.literal('finished') }),
  /** The last one where nothing was or is run. */
  z.object({ event: z.literal('refused'), status: z.int(), reason: z.string() }),
]);
export type LiveRunEvent = z.infer<typeof LiveRunEvent>;

/** What the server asks a runner to upgrade to, at `/live-runs`. Both sides then send JSON, one a line. */
export const LIVE_RUNS_PROTOCOL = 'vlabs-live-run';

/** When a program in a terminal gives way to people who wait for one and have fewer. */
export const LiveTurns = z.object({
  /** When for so long nothing was typed and nothing was printed, or its person has several. */
  giveWayAfterMs: z.int().min(1),
  /** When it was there for so long, whatever happened in it. */
  longestTurnMs: z.int().min(1),
});
export type LiveTurns = z.infer<typeof LiveTurns>;

/** The first line to the runner; LiveRunMessages follow. */
export const LiveRunOrder = z.object({
  language: Language,
  sourceBase64: z.string(),
  /** `outputKb` is all that it may print. */
  limits: Limits,
  /** It is ended when for so long nothing is typed and nothing is printed. */
  idleTimeMs: z.int().min(1),
  /** So much of the first of the output is part of the outcome. */
  keptOutputBytes: z.int().min(0),
  window: WindowSize,
  /** In the queue the smaller go first. */
  priority: z.int().min(0).default(0),
  /** The same for all terminals of one person, and nobody else's; empty where that is not known. */
  person: z.string().default(''),
  /** How many terminals this person had open already, wherever. */
  others: z.int().min(0).default(0),
  turns: LiveTurns.default({ giveWayAfterMs: 30_000, longestTurnMs: 180_000 }),
});
export type LiveRunOrder = z.infer<typeof LiveRunOrder>;

/** Runner to server; `finished` or `busy` is the last. */
export const RunnerLiveEvent = z.discriminatedUnion('event', [
  ...fromProgram,
  z.object({ event: z.literal('output'), base64: z.string() }),
  /** Its one execution holds what stood in the terminal, stderr and what was typed included. */
  z.object({ event: z.literal('finished'), outcome: Outcome }),
  z.object({ event: z.literal('busy') }),
]);
export type RunnerLiveEvent = z.infer<typeof RunnerLiveEvent>;
