import { createHash } from 'node:crypto';
import type { LiveRunOrder, LiveTurns } from '@vlabs/contract/running/live-runs';
import type { RunPlan } from '../program.ts';
import { writeRunOrder } from '../dispatching/run-order.ts';

/** From the first line to the last; a person reads and thinks in between. */
const MAX_LIVE_RUN_S = 600;
const MAX_IDLE_MS = 120_000;
/** When it gives way, while others wait for a terminal who have none. */
export const LIVE_TURNS: LiveTurns = { giveWayAfterMs: 30_000, longestTurnMs: 180_000 };
/** All that one may print: enough for everything but a loop that has lost its end. */
const MAX_OUTPUT_KB = 2 * 1024 * 1024;
/** Kept with the run, of the first of what stood in the terminal. */
const KEPT_OUTPUT_BYTES = 256 * 1024;

/** In a terminal a program has more time for its person, and says everything in one place. */
export const asLive = <Plan extends RunPlan>(plan: Plan): Plan => ({
  ...plan,
  program: { ...plan.program, redirectStderrToStdout: true },
  limits: { ...plan.limits, wallTimeSeconds: MAX_LIVE_RUN_S },
});

interface LiveRunOrigin extends Pick<LiveRunOrder, 'window' | 'others' | 'turns'> {
  owner: string;
  /** How many runs of the same owner were unfinished when it was added. */
  priority: number;
}

export function writeLiveRunOrder(
  plan: RunPlan,
  { window, owner, ...given }: LiveRunOrigin,
): LiveRunOrder {
  const { language, sourceBase64, limits } = writeRunOrder(plan);
  return {
    language,
    sourceBase64,
    limits: { ...limits, outputKb: MAX_OUTPUT_KB },
    idleTimeMs: MAX_IDLE_MS,
    keptOutputBytes: KEPT_OUTPUT_BYTES,
    window,
    person: personOf(owner),
    ...given,
  };
}

/** A runner shares its places by persons, and need not know who they are. */
const personOf = (owner: string): string =>
  createHash('sha256').update(`terminals of ${owner}`).digest('base64url');
